import type { Job } from '../../shared/model.ts';
import { errorText, useLibrary, useMessages } from '../state/context.ts';
import { Icon } from '../ui/Icon.tsx';

/** Files on their way into the library, and those that did not get there, each with its reason. */
export function JobList({ jobs }: { readonly jobs: readonly Job[] }) {
  const { job } = useMessages();
  if (jobs.length === 0) return null;
  return (
    <ul className="job-list" aria-label={job.title}>
      {jobs.map((entry) => (
        <JobRow key={entry.id} job={entry} />
      ))}
    </ul>
  );
}

/** Stages whose counts mean something to a person: pages and clauses. Others are shown by the bar alone. */
const isCounted = ({ stage, name, total }: Job): boolean =>
  total > 1 &&
  (stage === 'layout' || stage === 'ocr' || stage === 'embed' || (stage === 'read' && /\.pdf$/i.test(name)));

function JobRow({ job }: { readonly job: Job }) {
  const messages = useMessages();
  const cancelling = useLibrary((state) => state.cancelling.has(job.id));
  const cancel = useLibrary((state) => state.cancel);
  const clear = useLibrary((state) => state.clear);
  const running = job.state === 'queued' || job.state === 'running';
  const stage = job.state === 'queued' ? 'queued' : job.stage;
  return (
    <li className="job-row" data-state={job.state}>
      <span className="job-name" title={job.name}>
        {job.name}
      </span>
      {running && (
        <button
          type="button"
          className="icon-button"
          aria-label={messages.job.cancel(job.name)}
          title={messages.job.cancel(job.name)}
          disabled={cancelling}
          onClick={() => void cancel(job.id)}
        >
          <Icon name="close" />
        </button>
      )}
      {!running && (
        <button
          type="button"
          className="icon-button"
          aria-label={messages.job.clear(job.name)}
          title={messages.job.clear(job.name)}
          onClick={() => clear(job.id)}
        >
          <Icon name="close" />
        </button>
      )}
      {running && (
        <>
          <span className="job-stage">
            {cancelling ? messages.job.cancelling : (messages.job.stages[stage] ?? messages.job.working)}
            {isCounted(job) && !cancelling && ` · ${messages.job.progress(job.done, job.total)}`}
          </span>
          <progress aria-label={job.name} {...(job.total > 0 ? { value: job.done, max: job.total } : {})} />
        </>
      )}
      {job.state === 'cancelled' && <span className="job-stage">{messages.job.cancelled}</span>}
      {job.state === 'failed' && (
        <span className="job-stage bad" role="alert">
          {job.error
            ? errorText(messages, { code: job.error.code, data: { name: job.name, ...job.error.data } })
            : messages.job.failed}
        </span>
      )}
    </li>
  );
}
