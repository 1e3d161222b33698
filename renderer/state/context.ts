import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { invariant } from '../../shared/error.ts';
import type { ErrorCode, ErrorData } from '../../shared/error.ts';
import type { Messages } from '../../shared/locale/en.ts';
import type { AnswerState } from './answer.ts';
import type { DocumentState } from './document.ts';
import type { LibraryState } from './library.ts';
import type { SettingsState } from './settings.ts';
import { languages } from './settings.ts';

/** The stores of one window. */
export interface Stores {
  readonly library: StoreApi<LibraryState>;
  readonly document: StoreApi<DocumentState>;
  readonly answer: StoreApi<AnswerState>;
  readonly settings: StoreApi<SettingsState>;
}

export const StoresContext = createContext<Stores | null>(null);

function useStores(): Stores {
  const stores = useContext(StoresContext);
  invariant(stores, 'a component outside the stores');
  return stores;
}

export const useLibrary = <T>(select: (state: LibraryState) => T): T => useStore(useStores().library, select);
export const useDocument = <T>(select: (state: DocumentState) => T): T => useStore(useStores().document, select);
export const useAnswer = <T>(select: (state: AnswerState) => T): T => useStore(useStores().answer, select);
export const useSettings = <T>(select: (state: SettingsState) => T): T => useStore(useStores().settings, select);

/** The texts of the chosen language. */
export const useMessages = (): Messages => languages[useSettings(({ language }) => language)];

/** The sentence for an error; a code this build does not know gets the general one. */
export function errorText(messages: Messages, error: { readonly code: string; readonly data?: ErrorData }): string {
  const code = Object.hasOwn(messages.errors, error.code) ? (error.code as ErrorCode) : 'INTERNAL';
  return messages.errors[code](error.data ?? {});
}
