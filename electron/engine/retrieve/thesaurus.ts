import { fold } from './fold.ts';
import { stem } from './stem.ts';
import { lexicalTerms } from './terms.ts';

/**
 * Words of daily speech and of contracts that stand for one another, English and Chinese in one group: what a reader asks
 * with is often not what a drafter wrote. Groups overlap; an entry may be a phrase. General vocabulary of the trade, no
 * words of single contracts.
 */
const GROUPS = `
terminate, termination, end, cancel, quit, get out, walk away, pull out, rescind, dissolve; 终止, 解除, 解约, 退出, 取消, 撤销, 不干
renew, renewal, extend, extension, roll over, automatically; 续约, 续签, 续展, 续期, 延续, 自动续, 顺延, 延期
term, duration, period, expire, expiry, expiration, lasts; 期限, 有效期, 期满, 届满, 到期
notice, notify, inform, tell, in writing, written notice; 通知, 告知, 书面, 提前, 讲, 说一声
pay, payment, paid, owe, fee, price, charge, cost, bill, money; 支付, 付款, 费用, 价款, 款项, 钱, 价格, 收费, 结算
invoice, bill; 发票, 开票, 账单
late, overdue, delay, delayed, behind, past due; 逾期, 迟延, 延迟, 拖欠, 拖, 晚, 超期, 延误
interest, late fee; 利息, 利率, 滞纳金
refund, money back, reimburse, reimbursement, repay; 退款, 退还, 返还, 退钱, 报销
expense, out of pocket, travel; 费用, 开支, 差旅
damages, compensation, compensate, indemnify, indemnity, indemnification, hold harmless, make good; 赔偿, 补偿, 赔, 损失, 赔付
penalty, liquidated damages, fine; 违约金, 罚款, 罚, 罚金
breach, default, violate, violation, fail, failure, break; 违约, 违反, 未履行, 没做到, 不履行
cure, remedy, fix, put right, correct; 补救, 纠正, 改正, 整改, 修复
liability, liable, responsible, responsibility, on the hook, accountable; 责任, 承担, 负责, 算谁的, 担责, 扛
cap, limit, limitation, ceiling, maximum, the most, exceed, aggregate; 上限, 限额, 封顶, 最高, 不超过, 限制, 最多
consequential, indirect, lost profits, loss of profit; 间接损失, 利润, 可得利益
confidential, confidentiality, secret, nondisclosure, disclose, disclosure, leak, share; 保密, 机密, 商业秘密, 披露, 泄露, 透露, 泄密, 公开
intellectual property, ip, copyright, patent, ownership, own, title, belong; 知识产权, 著作权, 版权, 专利, 所有权, 归属, 归谁, 归
trademark, logo, brand, mark, marks; 商标, 标识, 品牌, 标志
license, licence, permission, permit, authorise, authorize, right to use; 许可, 授权, 使用权, 允许
assign, assignment, transfer, hand over, novate; 转让, 转移, 让与, 转给
subcontract, subcontractor, outsource, delegate; 分包, 转包, 外包, 转委托
consent, approval, approve, agree, permission, sign off; 同意, 批准, 认可, 许可, 点头
change of control, acquisition, acquired, merger, takeover, bought; 控制权, 收购, 合并, 并购, 变更
exclusive, exclusivity, sole; 独家, 排他, 唯一
compete, competing, competitor, non-compete, rival, competitive; 竞争, 竞业, 同类, 竞品
solicit, non-solicit, poach, hire away, recruit; 招揽, 挖人, 聘用, 雇佣
territory, region, area, geographic, country; 区域, 地区, 地域, 范围
warranty, warrant, guarantee, represent, representation; 保证, 担保, 质保, 保修, 承诺, 陈述
defect, defective, fault, faulty, broken, malfunction, non-conforming; 缺陷, 瑕疵, 故障, 质量问题, 坏, 不合格, 毛病
repair, replace, replacement, maintenance, maintain, fix; 维修, 修理, 更换, 修复, 维护, 保养, 修, 换
accept, acceptance, inspect, inspection, test, reject, rejection; 验收, 检验, 检查, 接受, 拒收, 异议
deliver, delivery, ship, shipment, supply, freight; 交付, 交货, 发货, 运输, 送货, 供货, 运费
risk of loss, risk, loss, damage, destroyed, stolen; 风险, 毁损, 灭失, 丢失, 损坏, 被偷, 失窃
insurance, insure, coverage, policy; 保险, 投保
audit, inspect, books, records, inspection; 审计, 检查, 查账, 核查, 账簿, 记录
data, personal data, privacy, information; 数据, 个人信息, 隐私, 资料
delete, destroy, erase, return, wipe; 删除, 销毁, 返还, 归还, 清除
security, breach, incident, hack, unauthorized access; 安全, 事件, 泄露, 攻击
governing law, applicable law, law, jurisdiction, venue, court, which state; 适用法律, 管辖, 法院, 法律, 准据法
dispute, arbitration, arbitrate, litigation, lawsuit, sue, mediation; 争议, 仲裁, 诉讼, 起诉, 纠纷, 调解, 打官司
force majeure, act of god, beyond control, disaster, pandemic; 不可抗力, 意外, 天灾, 自然灾害, 疫情
minimum, commitment, quota, at least; 最低, 最少, 至少, 指标, 目标
volume, quantity, amount, number; 数量, 金额, 总量
discount, rebate, credit; 折扣, 优惠, 返利, 抵扣
royalty, royalties, revenue share, commission; 提成, 佣金, 分成, 版税, 使用费, 报酬
price, increase, raise, adjust, adjustment; 涨价, 调价, 价格, 调整, 提价, 上涨
tax, taxes, vat, withholding, duty; 税, 税费, 税金, 增值税
deposit, security deposit, prepayment, advance; 押金, 保证金, 定金, 预付款, 订金
rent, lease, tenant, landlord, lessee, lessor; 租金, 租赁, 承租, 出租, 房东, 房租, 租客, 租户
sublet, sublease; 转租, 分租
house, premises, property, apartment, shop; 房屋, 房子, 场地, 门面, 店铺, 商铺
renovate, decorate, alteration, improvement; 装修, 装饰, 改造, 改建
utilities, water, electricity, property management; 水电, 物业, 燃气, 水费, 电费
move out, vacate, surrender, evict; 搬离, 腾退, 退租, 搬走, 交还, 腾空
employee, employment, worker, staff, personnel, hire; 员工, 职工, 劳动者, 雇员, 人员, 工作人员
salary, wage, wages, compensation, pay; 工资, 薪酬, 报酬, 薪水, 劳动报酬
overtime, working hours; 加班, 工作时间, 工时
probation, trial; 试用期, 试用
resign, resignation, leave, dismiss, fire, severance; 辞职, 离职, 解雇, 辞退, 经济补偿
holiday, leave, vacation, day off; 休假, 假期, 节假日, 年假
working day, business day, calendar day; 工作日, 自然日, 日历日, 天
loan, lend, borrow, lender, borrower; 借款, 贷款, 出借, 借款人
pledge, mortgage, collateral, surety, guarantor; 抵押, 质押, 担保, 保证人, 连带
share, shares, stock, equity, stake, shareholder; 股权, 股份, 股票, 出资, 股东, 份额
profit, dividend, distribution, split; 利润, 分红, 收益, 分配
affiliate, subsidiary, parent, sister company; 关联, 子公司, 母公司, 关联方, 关联公司, 附属
third party, outsider, someone else; 第三方, 第三人, 他人, 别人
customer, client, buyer, purchaser; 客户, 买方, 甲方, 顾客, 采购方
seller, vendor, supplier, provider, manufacturer; 卖方, 供应商, 乙方, 厂家, 供货方, 卖家, 供方
distributor, reseller, dealer, agent, franchisee; 经销商, 分销商, 代理, 代理商, 加盟
contractor, freelancer, consultant; 承包人, 承揽, 顾问, 自由职业
service level, uptime, availability, downtime, outage; 可用性, 服务水平, 宕机, 停机, 中断
suspend, suspension, stop, pause; 中止, 暂停, 停止, 停
bankrupt, bankruptcy, insolvent, insolvency, receivership, liquidation; 破产, 清算, 资不抵债
exception, except, unless, other than, excluding, exempt; 除外, 例外, 除非, 另有约定, 豁免, 免除
prevail, conflict, inconsistent, precedence, override; 为准, 不一致, 冲突, 优先
amend, amendment, modify, modification, change; 修改, 变更, 补充, 修订, 改
entire agreement, supersede; 完整协议, 取代
survive, survival, after termination, afterwards; 继续有效, 存续, 终止后, 解除后
exhibit, schedule, annex, appendix, attachment; 附件, 附录, 附表, 清单
publicity, press release, announcement, advertise, marketing; 宣传, 公告, 广告, 推广, 公开, 新闻稿
material, goods, product, products, merchandise, equipment, machine; 产品, 货物, 商品, 设备, 物资, 机器
work product, deliverable, deliverables, results, output; 成果, 工作成果, 交付物, 产出, 结果
source code, software, code, escrow; 源代码, 软件, 代码, 程序
revise, revision, rework; 修改, 返工, 改稿
specification, specifications, standard, requirement, requirements; 规格, 标准, 要求, 规范
sample, prototype; 样品, 样本, 封样
bribe, bribery, gift, kickback, corruption; 贿赂, 回扣, 礼品, 红包, 礼金, 好处费, 现金
family, spouse, wife, husband, relative, child; 配偶, 亲属, 子女, 亲友, 老婆, 老公, 家属
lawyer, attorney, legal fees, counsel; 律师费, 律师, 诉讼费
compliance, comply, law, regulation, permit; 合规, 遵守, 法律法规, 资质
effective, effective date, commence, commencement, start, begin; 生效, 起始, 开始, 生效日
milestone, schedule, deadline, timeline, due; 进度, 期限, 截止, 时间表, 节点, 最迟
most favored, most favoured, best price, lowest price; 最惠, 最优惠, 最低价
personal injury, death, injured, accident; 人身, 伤亡, 伤害, 事故, 受伤
wilful, willful, intentional, gross negligence, negligence, fault; 故意, 重大过失, 过失, 过错
set off, deduct, withhold, offset; 抵销, 扣除, 抵扣, 扣, 扣减
waive, waiver, give up; 放弃, 弃权
return, send back; 退货, 退回, 归还, 退
install, installation, commissioning, training; 安装, 调试, 培训
store, stock, inventory, warehouse; 库存, 仓储, 存货, 仓库
order, purchase order; 订单, 采购单, 下单
account, bank account, bank; 账户, 账号, 银行, 收款
seal, signature, sign, executed; 签署, 盖章, 签字, 签订
original, copy, counterpart; 原件, 份, 副本
language, translation, english, chinese; 语言, 译文, 中文, 英文
visit, on site, on-site, arrive; 现场, 上门, 到场
respond, response, reply, answer; 响应, 答复, 回复
unilateral, unilaterally, sole discretion, at will, for any reason, without cause, for convenience; 单方, 单方面, 任意, 随时, 无理由, 无因
pull the plug, call it off, back out, opt out, drop out, kick out, let go, part ways; 终止, 解除, 散伙, 不合作, 不做了, 停掉
renegotiate, roll over, sign again, carry on, keep going; 续约, 续签, 继续履行, 不续
heads up, let them know, give notice, in advance, how far ahead; 提前, 书面通知, 打招呼
commission, cut, share, percentage, slice, split, markup; 提成, 佣金, 分成, 比例, 抽成
installment, instalment, tranche, balance, final payment, down payment; 分期, 首付, 首期, 尾款, 余款, 进度款
paycheck, payroll, payday, paid monthly; 发薪, 发工资, 工资支付, 劳动报酬, 支付周期
bounce, overcharge, wrong amount, mistake, error; 错误, 有误, 差错, 写错, 退票
cover, pick up the tab, bear, foot the bill, at its own expense, expense; 承担, 负担, 自费, 自行承担, 掏钱, 出钱
blame, whose fault, responsible, pay for; 归责, 过错, 责任, 负责, 谁负责
injunction, specific performance, remedy, remedies, relief; 救济, 补救, 禁令, 强制履行
carve out, carve-out, exclusion, loophole, exempt, unlimited; 例外, 除外, 不适用, 不受限制
sick, illness, disability, incapacity, unable to perform, incapable; 生病, 疾病, 病假, 残疾, 无法履行
side job, moonlight, outside work, second job, freelance, other employment; 兼职, 副业, 外部工作, 兼任
pre-existing, background, own tools, prior, already had, reusable; 原有, 既有, 在先, 背景知识产权
bug, glitch, error, incident, ticket, priority, severity, support; 故障, 漏洞, 问题, 支持, 级别, 响应
outage, go down, went down, crash, offline, unavailable, unavailability, failure; 宕机, 崩溃, 中断, 不可用, 故障
competing offer, shop around, other bidders, no-shop, talk to others, solicit offers; 其他买家, 另行洽谈, 排他期, 独家谈判
preempt, displace, bump, interrupt, replace; 优先, 替换, 中断, 取代
post online, publish, tweet, social media, website; 发布, 网上, 公开, 社交媒体, 网站
subpoena, court order, compelled, government request, regulator, required by law; 法院命令, 司法机关, 监管, 依法披露, 法律要求
staff, contractors, advisers, lawyers, accountants, representatives, need to know; 雇员, 顾问, 律师, 会计师, 代表, 知情
spin off, sell the business, sale of assets, successor, change hands; 出售, 继承, 承继, 受让, 易主
group company, sister company, subsidiary, affiliate; 集团, 子公司, 关联公司, 下属公司, 全资, 控股
backup, export, retrieve, return of data, data portability; 备份, 导出, 取回, 返还数据
hacked, leaked, breach, intrusion, data breach; 泄露, 被黑, 入侵, 数据安全事件
train, fine-tune, model, algorithm, derived, derivative, improve; 训练, 模型, 算法, 衍生, 改进, 二次开发
anonymised, aggregated, de-identified, anonymized; 匿名, 脱敏, 去标识化, 统计
desensitize, process personal information, entrust processing; 委托处理, 个人信息处理
stolen, theft, lost, destroyed, burnt, fire; 被盗, 失窃, 丢失, 毁损, 灭失, 烧毁, 火灾
scrap, obsolete, leftover, excess inventory; 报废, 废弃, 剩余, 呆料, 库存
sample, golden sample, spec sheet, drawing; 样品, 封样, 图纸, 规格书
sell off, remaining stock, sell-off period, inventory after; 清货, 剩余库存, 处理库存
recall, safety, compliance standard; 召回, 安全标准, 国家标准
forecast, capacity, committed volume, minimum purchase; 预测, 产能, 采购量, 最低采购
list price, unit price, rate card, hourly rate, per hour; 单价, 报价, 价目, 小时费率, 每小时
price drop, price protection, reduction; 降价, 价格保护, 调低
free trial, evaluation, pilot; 试用, 免费试用
no reason, any reason, change of mind, without cause; 无理由, 无故, 任意, 随时
count as, considered, deemed, regarded, qualify; 视为, 属于, 算, 认定, 是指
weekend, holiday, calendar day, business day; 周末, 节假日, 自然日, 日历日, 工作日
including, at least, or more, no less than; 以上, 以下, 以内, 不少于, 包含
in writing, email, oral, verbal, spoken; 书面, 口头, 邮件, 电子邮件, 微信
sign on behalf, authority, authorised representative; 授权代表, 签字权, 代理人
reputation, image, goodwill, disparage, scandal, morals; 声誉, 形象, 商誉, 负面, 丑闻
approve, sign off, proof, draft, artwork, review; 审核, 审批, 确认, 样稿, 初稿
silence, no reply, hear nothing, deemed approved, fails to respond; 未回复, 逾期未答复, 视为同意, 视为接受, 未提异议
substitute, replacement, stand-in, personnel change; 更换人员, 替换, 顶替
visit, audit, inspect, look at the books, records; 检查, 审计, 查账, 核查
conflict between documents, order prevails, contract prevails, inconsistent; 以合同为准, 以订单为准, 不一致, 冲突
stake, equity, shares, percentage owned, holdings; 持股, 股权, 股份, 占股, 比例
exit, buy back, repurchase, redemption; 退股, 回购, 赎回, 退出
vote, decision, majority, unanimous, board; 表决, 决议, 过半数, 一致同意, 董事会
contribute, capital, invest, funding; 出资, 投资, 资金, 注资
convert, conversion, liquidity, ipo, listing; 转股, 转换, 上市, 清算
maturity, due date, repay the loan; 到期, 还款, 偿还
insure, coverage, limits, liability insurance, policy; 保险, 保额, 投保
permit, licence, qualification, certificate; 许可证, 资质, 证书, 执照
keys, meter, handover, check in, check out; 钥匙, 交接, 交房, 验房, 搬入
pets, guests, sublet, roommate; 宠物, 留宿, 合租, 转租, 二房东
appliances, furniture, damage, wear and tear; 家具, 家电, 损坏, 正常损耗
early move out, break lease, leave early; 提前退租, 提前解除, 提前搬离
social insurance, benefits, pension; 社会保险, 社保, 公积金, 福利
working hours, shift, overtime pay; 工作时间, 加班, 加班费, 轮班
job duties, position, relocation, transfer post; 岗位, 工作地点, 调岗, 调整工作
covenant not to sue, not contest, not challenge, contest validity, challenge ownership, attack title; 不质疑, 不得主张, 放弃起诉, 不提起诉讼
non-disparagement, disparage, tarnish, disrepute, harm reputation, goodwill; 诋毁, 贬损, 损害声誉, 商誉
joint ownership, jointly owned, joint, co-own, co-owned, shared ownership; 共有, 共同所有, 共同拥有, 双方共有
revenue sharing, profit-sharing, profit sharing, royalty, percentage of revenue, net sales, success fee, share of revenue; 收益分成, 利润分配, 提成, 分成
most favored nation, most favored customer, no less favorable, lower price, more favorable terms; 最惠待遇, 不低于, 更优惠
liquidated damages, predetermined amount, genuine pre-estimate, late delivery penalty; 违约金, 定额赔偿, 滞纳金
post-termination, wind-down, transition assistance, upon termination, after expiration, effect of termination; 终止后, 解除后, 期满后, 过渡, 交接
expiration date, initial term, remain in effect, continue until, term of this agreement; 有效期, 期限, 自签订之日起, 至
renewal term, automatically renew, successive, extend the term; 自动续展, 续期, 顺延
notice of non-renewal, prior to the end, before expiration; 期满前, 到期前, 不续展
minimum commitment, minimum purchase, minimum order, at least, minimum quantity; 最低采购量, 最低消费, 不少于
exclusivity, exclusive, sole, exclusively, only supplier; 独家, 排他, 专有, 唯一
ip assignment, hereby assigns, right title and interest, work made for hire, work for hire; 转让, 归属, 职务作品, 委托作品, 所有权利
license grant, hereby grants, grant, non-exclusive, right to use; 授予, 许可使用, 授权使用
perpetual, irrevocable, forever, indefinitely; 永久, 不可撤销, 无限期
transferable, non-transferable, sublicensable, sublicense; 可转让, 不可转让, 转授权, 再许可
volume restriction, usage limit, maximum number, not exceed, overage, up to; 数量限制, 上限, 不得超过, 超出部分
unlimited, enterprise-wide, without limit; 无限制, 不限量
warranty period, warranty duration, free from defects, from the date of delivery; 质保期, 保修期, 质量保证期
source code escrow, escrow agent, deposit materials, release condition; 源代码托管, 第三方托管
third party beneficiary, beneficiary, confer any rights; 第三方受益人, 受益人
non-compete, compete with, engage in similar business, competing business, competitive product; 竞业限制, 竞业禁止, 同类业务, 不得从事
no-solicit of employees, solicit or hire, induce to leave, employ; 不得招揽, 挖角, 不得雇用
no-solicit of customers, solicit customers, divert business; 不得招揽客户, 抢客户
right of first refusal, first refusal, right of first offer, first negotiation, rofr, option to purchase; 优先购买权, 优先权, 优先受让, 同等条件
termination for convenience, without cause, upon days notice, for any reason; 任意解除, 无因终止, 提前通知解除
uncapped, unlimited liability, not limited, exclusion from cap; 不受限制, 无限责任, 全额赔偿
audit rights, examine books, inspect records, access to records; 审计权, 查阅, 账册, 检查记录
competitive restriction, restriction on competition, exception to exclusivity, permitted to; 竞争限制, 除外, 可以
`;

type Language = 'en' | 'zh';

interface Entry {
  readonly language: Language;
  readonly written: string;
  /** Stems of an English entry; empty for a Chinese one. */
  readonly stems: readonly string[];
}

interface Group {
  readonly entries: readonly Entry[];
  readonly terms: ReadonlySet<string>;
}

/** Words of each touched group that are put beside a question in the contract's language; the commonest stand first. */
const WORDS_PER_GROUP = { en: 2, zh: 3 } as const;
const MOST_WORDS = 24;

const isHan = /\p{Script=Han}/u;
const stemsOf = (words: string): string[] => (words.match(/[a-z\d]+/g) ?? []).map(stem);

const groups: readonly Group[] = GROUPS.trim()
  .split('\n')
  .map((line) => {
    const written = line.split(/[,;]/).map((entry) => fold(entry.trim()));
    return {
      entries: written.map((entry): Entry => {
        const han = isHan.test(entry);
        return { language: han ? 'zh' : 'en', written: entry, stems: han ? [] : stemsOf(entry) };
      }),
      terms: new Set(written.flatMap((entry) => lexicalTerms(entry))),
    };
  });

const byStem = new Map<string, { readonly group: Group; readonly stems: readonly string[] }[]>();
for (const group of groups) {
  for (const { stems } of group.entries) {
    const first = stems[0];
    if (first === undefined) continue;
    const list = byStem.get(first);
    if (list) list.push({ group, stems });
    else byStem.set(first, [{ group, stems }]);
  }
}

/** Groups that have a word or phrase of the text, in the order of the table. */
function touchedBy(text: string): Group[] {
  const plain = fold(text);
  const words = stemsOf(plain);
  const touched = new Set<Group>();
  for (const [at, word] of words.entries()) {
    for (const { group, stems } of byStem.get(word) ?? []) {
      if (stems.every((part, i) => words[at + i] === part)) touched.add(group);
    }
  }
  return groups.filter(
    (group) =>
      touched.has(group) || group.entries.some(({ language, written }) => language === 'zh' && plain.includes(written)),
  );
}

/** Index terms of all groups that the text touches. */
export const expansionTerms = (text: string): string[] => [
  ...new Set(touchedBy(text).flatMap((group) => [...group.terms])),
];

/** Words of the contract's language that stand for those of the text, to be read beside it by an embedder. */
export function expansionWords(text: string, language: Language): string[] {
  const words = touchedBy(text).flatMap(({ entries }) =>
    entries
      .filter((entry) => entry.language === language)
      .slice(0, WORDS_PER_GROUP[language])
      .map(({ written }) => written),
  );
  return [...new Set(words)].slice(0, MOST_WORDS);
}
