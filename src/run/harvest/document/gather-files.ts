/**
 * From a row of a list to the files of its document.
 *
 * Each rule is tried in order: the answer of a step, the row itself, or requests by preference until one brings what was
 * meant. Fields found in a file are there for the rules after it. Nothing is decided here: a file that is not there, one
 * that could not be had and one that is as it was are told apart, and others conclude.
 */
import { hash } from 'node:crypto';
import type { CompleteConnector, DocumentRule, FileRule, MemberRule, RequestTemplate } from '../../../definition/connector/index.js';
import { type Exchange, headerOf } from '../../../model/index.js';
import type { DepositedFile } from '../../../store/index.js';
import { exchangeOfBytes } from '../answer-keeper.js';
import { movedUrl } from '../asking/polite-asker.js';
import { type Lookup, lookupIn } from '../listing/names.js';
import { questionOf } from '../listing/question.js';
import { filled } from '../listing/template.js';
import { isAs } from '../listing/where.js';
import type { Measures } from '../measure/measures.js';
import { type Answered, type Asker, HarvestError, type Item, type Question, type Values } from '../port.js';
import { comparedOf, isZip } from './compare.js';
import { type FileContent, type FileContentOptions, fileContent } from './file-content.js';
import { fileNameOf, plainName, uniqueName, withEnding } from './file-name.js';
import type { Gathered, HadFile, Missing, RuleYield, StandingFile } from './gathered.js';
import { matchesGlob } from './glob.js';
import { membersOf, ungzipped } from './unpack.js';

export interface GatherOptions {
  readonly connector: CompleteConnector;
  readonly rule: DocumentRule;
  /** Names for templates beside the item's own. */
  readonly names: Values;
  readonly asker: Asker;
  readonly session: FileSession;
  /** Files of the document as they are known. */
  readonly known: readonly DepositedFile[];
  /** Fields of the document as they are known: those of a file that is as it was are not read again. */
  readonly knownFields?: Values;
  /** No validators are sent: everything is downloaded. */
  readonly downloadAll: boolean;
  /** Counts what expressions yield. */
  readonly measures?: Measures;
  readonly now: () => number;
}

/** The session of the list, which its files are asked for in. */
export interface FileSession {
  readonly jar: string | null;
  /** Texts that give away that it is over. */
  readonly expired: readonly string[];
  /** Opens it anew. */
  readonly open: Question | null;
}

/** Answers that say that there is nothing of the kind. */
const NOT_THERE: ReadonlySet<number> = new Set([404, 406, 410, 204]);
const MOST_FILES = 2_000;
/** How often a file is asked for that comes as nothing. */
const MOST_EMPTY = 6;
/** A page that says that a session is over is short. */
const LONGEST_EXPIRED = 512 * 1024;

export async function gatherFiles(item: Item, options: GatherOptions): Promise<Gathered> {
  return new Gathering(item, options).gather();
}

/** A body that came, and what it came by. */
interface Body {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly exchange: Exchange;
  readonly isKept: boolean;
}

type Tried = { readonly body: Body } | { readonly standing: readonly DepositedFile[] } | Omit<Missing, 'isRequired' | 'rule'>;

class Gathering {
  readonly #item: Item;
  readonly #options: GatherOptions;
  readonly #had: HadFile[] = [];
  readonly #standing: StandingFile[] = [];
  readonly #missing: Missing[] = [];
  /** Main files that nothing names. */
  readonly #unnamed: Missing[] = [];
  readonly #yields: RuleYield[] = [];
  readonly #exchanges: Exchange[] = [];
  readonly #aliases = new Set<string>();
  readonly #names = new Set<string>();
  readonly #asked = new Set<string>();
  #fields: Values;
  /** What the rule at hand leads to was had as the text. */
  #isTextAlready = false;

  constructor(item: Item, options: GatherOptions) {
    this.#item = item;
    this.#options = options;
    this.#fields = item.fields;
  }

  async gather(): Promise<Gathered> {
    for (const [index, rule] of this.#options.rule.files.entries()) await this.#weigh(rule, `document.files[${index}]`);
    if (!this.#hasMain()) this.#missing.push(...this.#unnamed);
    const { connector } = this.#options;
    for (const url of this.#item.path) if (movedUrl(url, connector.hosts) !== url) this.#aliases.add(url);
    return {
      had: this.#had,
      standing: this.#standing,
      missing: this.#missing,
      yields: this.#yields,
      fields: this.#fields,
      exchanges: this.#exchanges,
      aliases: [...this.#aliases],
    };
  }

  async #weigh(rule: FileRule, where: string): Promise<void> {
    if (!isAs(rule.where, this.#fields, this.#lookup({})) || (rule.instead && !this.#mayStandIn(rule, where))) return;
    const before = this.#had.length + this.#standing.length;
    await this.#take(rule, where);
    if (rule.required !== undefined || rule.role === 'main') return; // judged by what the document lacks, or not at all
    const isFilled = this.#had.length + this.#standing.length > before || this.#isTextAlready;
    const why = this.#missing.findLast((missing) => missing.rule === where)?.message ?? nothingNamed(rule);
    const isUnnamed = rule.join !== undefined || (rule.each !== undefined && this.#valuesOf(rule).length === 0);
    this.#yields.push({ rule: where, lack: isFilled ? null : why, isUnnamed });
  }

  async #take(rule: FileRule, where: string): Promise<void> {
    this.#isTextAlready = false;
    if (rule.step !== undefined) return this.#conclude(this.#ofStep(rule.step), rule, where, {});
    if (rule.join !== undefined) return this.#takeJoined(rule.join, rule, where);
    if (rule.item !== undefined) return this.#conclude(this.#ofRow(this.#item), rule, where, {});
    const values = this.#valuesOf(rule);
    if (values.length === 0) this.#noteUnnamed(rule, where);
    for (const value of values) {
      const own: Values = value === null ? {} : { value: [value] };
      for await (const tried of this.#ofRequests(rule, where, own)) await this.#conclude(tried, rule, where, own);
    }
  }

  #valuesOf(rule: FileRule): (string | null)[] {
    return rule.each === undefined ? [null] : [...new Set(this.#fields[rule.each] ?? [])].slice(0, MOST_FILES);
  }

  /** Nothing is named for the rule. Of several rules for the main file one may do without; not all of them. */
  #noteUnnamed({ each, role, required }: FileRule, where: string): void {
    const isRequired = required ?? role === 'main';
    if (!isRequired) return;
    // Whether there is nothing, or only what would have said so could not be had.
    const kind = this.#missing.every((missing) => missing.kind === 'absent') ? 'absent' : 'failed';
    const message = `nothing says where its files are: it has no ${each}`;
    const missing: Missing = { kind, message, url: null, rule: where, isRequired };
    (required ? this.#missing : this.#unnamed).push(missing);
  }

  /** That the text could not be had this time is no sign that there is none: then nothing stands in for it. */
  #mayStandIn({ request }: FileRule, where: string): boolean {
    if (this.#hasMain()) return false;
    const { known, rule } = this.#options;
    const own = request === undefined ? null : this.#question(request, null, {}, where);
    const mains = known.filter(({ role }) => role === 'main');
    const wasOther = mains.some(({ url }) => url !== own?.url);
    const isMain = (each: Missing): boolean => rule.files[Number(/\d+/.exec(each.rule)?.[0])]?.role === 'main';
    const trouble = this.#missing.find((each) => isMain(each) && (each.kind === 'unreachable' || (each.kind === 'failed' && wasOther)));
    if (trouble && !mains.some(({ url }) => url === trouble.url)) this.#missing.push({ ...trouble, isRequired: true });
    return trouble === undefined;
  }

  #hasMain(): boolean {
    const standing = new Set(this.#standing.map(({ name }) => name));
    return (
      this.#had.some(({ role }) => role === 'main') || this.#options.known.some(({ name, role }) => role === 'main' && standing.has(name))
    );
  }

  #ofStep(name: string): Tried {
    const answered = this.#item.answers.get(name);
    if (!answered) return { kind: 'failed', message: `the list has no answer of a step called ${name}`, url: null };
    return { body: bodyOf(answered, true) };
  }

  async #takeJoined(name: string, rule: FileRule, where: string): Promise<void> {
    for (const joined of (this.#item.joined?.get(name) ?? []).slice(0, MOST_FILES))
      await this.#conclude(this.#ofRow(joined), rule, where, joined.fields);
  }

  #ofRow({ row, path }: Pick<Item, 'row' | 'path'>): Tried {
    if (!row) return { kind: 'failed', message: 'the list has no row for it', url: null };
    const bytes = row.bytes ?? Buffer.from(row.text, 'utf8');
    const type = ROW_TYPES[row.as];
    const last = path.at(-1);
    // A member of an archive is known by its path in it; a part of a page by what it says.
    const url = row.bytes && last ? last : `${last?.split('#')[0] ?? 'urn:row'}#${hash('md5', bytes).slice(0, 12)}`;
    const exchange = exchangeOfBytes(url, bytes, row.bytes ? type : `${type}; charset=utf-8`, this.#options.now());
    this.#exchanges.push(exchange);
    return { body: { url, bytes, type, exchange, isKept: false } };
  }

  /** One result, or several where an answer lists parts. */
  async *#ofRequests(rule: FileRule, where: string, own: Values): AsyncGenerator<Tried> {
    let last: Tried = { kind: 'absent', message: 'its address has no value', url: null };
    for (const { template, accept } of candidatesOf(rule)) {
      const question = this.#question(template, accept, own, where);
      if (!question) continue;
      if (rule.role !== 'main' && this.#isMain(question)) {
        this.#isTextAlready = true;
        return;
      }
      const tried = await this.#try(question, rule, where);
      if (Array.isArray(tried)) return yield* tried;
      if (!('kind' in tried)) return yield tried;
      last = worse(last, tried);
      if (tried.kind === 'unreachable') break;
    }
    yield last;
  }

  /** What is the text already is no part of it, nor about it. */
  #isMain({ url, method, accept }: Question): boolean {
    const standing = new Set(this.#standing.map(({ name }) => name));
    const files = [...this.#had, ...this.#options.known.filter(({ name }) => standing.has(name))];
    return (
      method === 'GET' && accept === undefined && files.some((file) => file.role === 'main' && file.member === null && file.url === url)
    );
  }

  #question(template: RequestTemplate, accept: string | null, own: Values, where: string): Question | null {
    const lookup = this.#lookup(own);
    const asked = questionOf(template, lookup, { base: this.#item.path.at(-1) ?? null, rule: `${where}.request`, purpose: 'file' });
    if (!asked) return null;
    const wanted = accept === null ? asked.accept : (filled(accept, lookup) ?? undefined);
    const moved = movedUrl(asked.url, this.#options.connector.hosts);
    if (moved !== asked.url) this.#aliases.add(asked.url);
    return { ...asked, url: moved, jar: this.#options.session.jar, ...(wanted === undefined ? {} : { accept: wanted }) };
  }

  #lookup(own: Values): Lookup {
    return lookupIn(this.#options.connector, own, this.#fields, this.#options.names);
  }

  async #try(question: Question, rule: FileRule, where: string): Promise<Tried | Tried[]> {
    const known = this.#options.known.filter(({ url }) => url === question.url);
    const validators = rule.validators && !this.#options.downloadAll ? validatorsOf(known, question.accept, rule) : null;
    const answered = await this.#whole(validators ? { ...question, validators } : question, rule);
    if (answered instanceof HarvestError) return failure(answered, question.url);
    if (answered.status === 304 && known.length > 0) return { standing: this.#standingOf(known) };
    if (answered.status === 300 && rule.choices !== undefined) return this.#choices(answered, question, rule, where);
    return this.#examined(answered, question, rule, where);
  }

  /** Files inside or behind one that is as it was are as they were too. */
  #standingOf(known: readonly DepositedFile[]): readonly DepositedFile[] {
    const inside = this.#options.known.filter(({ role }) => role === 'asset' || role === 'part');
    return known.some(({ role }) => role === 'main') ? [...new Set([...known, ...inside])] : known;
  }

  /** Some portals answer with nothing at all now and then, and with the file when asked again. */
  async #whole(question: Question, { starts }: FileRule): Promise<Answered | HarvestError> {
    let answered = await this.#ask(question);
    for (let again = 1; again < MOST_EMPTY && isEmpty(answered) && starts.length > 0; again++) answered = await this.#ask(question);
    return answered;
  }

  async #ask(question: Question): Promise<Answered | HarvestError> {
    try {
      const answered = await this.#options.asker.ask(question);
      this.#exchanges.push(...answered.exchanges);
      return this.#hasExpired(answered) ? await this.#askAnew(question) : answered;
    } catch (error) {
      if (error instanceof HarvestError) return error;
      throw error;
    }
  }

  #hasExpired({ bytes, type }: Answered): boolean {
    const { expired } = this.#options.session;
    if (expired.length === 0 || !/html|text|xml/.test(type) || bytes.length > LONGEST_EXPIRED) return false;
    const text = Buffer.from(bytes).toString('utf8');
    return expired.some((sign) => text.includes(sign));
  }

  /** The session was over: it is opened anew, and the file asked for once more. */
  async #askAnew(question: Question): Promise<Answered | HarvestError> {
    const { asker, session } = this.#options;
    if (session.jar !== null) await asker.forget(session.jar);
    if (session.open) await asker.ask({ ...session.open, jar: session.jar });
    const { validators: _stale, ...rest } = question;
    const answered = await asker.ask(rest);
    this.#exchanges.push(...answered.exchanges);
    if (!this.#hasExpired(answered)) return answered;
    return new HarvestError('session', `${question.url}: the session is over again as soon as it is opened`, { url: question.url });
  }

  async #examined(answered: Answered, question: Question, rule: FileRule, where: string): Promise<Tried> {
    const { status, url } = answered;
    if (NOT_THERE.has(status)) return { kind: 'absent', message: `${url} answered ${status}`, url: question.url };
    if (status < 200 || status > 299) return { kind: 'failed', message: `${url} answered ${status}`, url: question.url };
    const content = this.#content(bodyOf(answered, false), rule, question.url);
    const refused = rule.refuse.find((text) => content.text().includes(text));
    if (refused !== undefined)
      return { kind: 'failed', message: `${url} is an error page: it says ${JSON.stringify(refused)}`, url: question.url };
    if (rule.inner !== undefined && content.isHtml) return this.#inner(content, question, rule, where);
    if (!startsRight(answered.bytes, rule.starts))
      return { kind: 'failed', message: `${url} does not begin with ${rule.starts.join(' or ')}`, url: question.url };
    return { body: { ...bodyOf(answered, false), url: question.url } };
  }

  /** A page instead of the file: the link on it leads there, and is followed once. */
  async #inner(content: FileContent, question: Question, rule: FileRule, where: string): Promise<Tried> {
    this.#options.measures?.page(`${where}.inner`, this.#exchanges.at(-1));
    const [link] = content.links(rule.inner as string, `${where}.inner`);
    if (link === undefined) return { kind: 'failed', message: `${content.url} is a page without a link to the file`, url: question.url };
    const { inner: _inner, ...rest } = rule;
    const answered = await this.#whole({ ...question, url: link, method: 'GET', body: null, headers: [['referer', content.url]] }, rest);
    if (answered instanceof HarvestError) return failure(answered, link);
    return this.#examined(answered, { ...question, url: link }, rest, where);
  }

  /** 300 Multiple Choices: all parts belong to the document; a link that leads nowhere is none of them. */
  async #choices(answered: Answered, question: Question, rule: FileRule, where: string): Promise<Tried[]> {
    const content = this.#content(bodyOf(answered, false), rule, answered.url);
    const links = [...new Set(content.links(rule.choices === true ? 'a@href' : (rule.choices ?? []), `${where}.choices`))].slice(
      0,
      MOST_FILES,
    );
    if (links.length === 0) return [{ kind: 'failed', message: `${answered.url} answered 300 and lists nothing`, url: question.url }];
    const { choices: _choices, ...rest } = rule;
    const tried: Tried[] = [];
    for (const url of links) tried.push((await this.#try({ ...question, url }, rest, where)) as Tried);
    const there = tried.filter((each) => !('kind' in each) || each.kind !== 'absent');
    return there.length > 0 ? there : tried.slice(0, 1);
  }

  // ---- what a body is made of

  async #conclude(tried: Tried, rule: FileRule, where: string, own: Values): Promise<void> {
    const isRequired = rule.required ?? rule.role === 'main';
    if ('standing' in tried) return this.#stands(tried.standing);
    // A file that is said to be dispensable may well be absent: nobody needs to hear of it.
    if ('kind' in tried && tried.kind === 'absent' && rule.required === false) return;
    if ('kind' in tried) return void this.#missing.push({ ...tried, rule: where, isRequired });
    try {
      await (isPacked(tried.body, rule) ? this.#unpack(tried.body, rule, where, own) : this.#add(tried.body, rule, where, own));
    } catch (error) {
      if (!(error instanceof HarvestError)) throw error;
      this.#missing.push({ kind: 'failed', message: error.message, url: tried.body.url, rule: where, isRequired });
    }
  }

  #stands(files: readonly DepositedFile[]): void {
    this.#standing.push(...files.map(({ name }) => ({ name })));
    this.#fields = { ...this.#options.knownFields, ...this.#fields };
  }

  async #add(body: Body, rule: FileRule, where: string, own: Values): Promise<void> {
    const content = this.#content(body, rule, body.url);
    this.#options.measures?.page(where, body.exchange);
    this.#found(content, rule.fields, where);
    const type = rule.type ?? body.type;
    const given = rule.name === undefined ? null : filled(rule.name, this.#lookup(own));
    const name = given === null ? fileNameOf(body.url, type) : withEnding(plainName(given) || 'document', type);
    const compare = this.#options.rule.compare;
    const compared = await comparedOf(content, { ...rule, compare }, where);
    this.#push({ ...body, type, name, role: rule.role, compared, member: null, charset: rule.charset ?? null });
    for (const [index, links] of rule.files.entries()) await this.#linked(content, links, rule, `${where}.files[${index}]`);
  }

  async #linked(content: FileContent, links: FileRule['files'][number], rule: FileRule, where: string): Promise<void> {
    for (const url of [...new Set(content.links(links.links, where))].slice(0, MOST_FILES)) {
      if (!/^(https?|ftps?|file):/.test(url) || this.#asked.has(url)) continue;
      this.#asked.add(url);
      const part = linkedRule(links, rule);
      const question = this.#question(escaped(url), null, {}, where);
      if (!question || this.#isMain(question)) continue;
      await this.#conclude((await this.#try(question, part, where)) as Tried, part, where, {});
    }
  }

  async #unpack(body: Body, rule: FileRule, where: string, own: Values): Promise<void> {
    if (!isZip(body.bytes)) throw new HarvestError('template', `${body.url} is no ZIP archive`, { url: body.url, rule: where });
    const before = this.#had.length;
    await this.#members(body, body.bytes, '', await this.#membersBy(rule, body, where), rule, where, own);
    if (this.#had.length === before)
      throw new HarvestError('template', `${body.url} holds no member that ${where}.unpack names`, { url: body.url, rule: where });
  }

  /** What the manifest of the archive says of its members, before what the connector says of all archives. */
  async #membersBy({ manifest, unpack }: FileRule, body: Body, where: string): Promise<readonly MemberRule[]> {
    if (!manifest) return unpack;
    const named: MemberRule[] = [];
    for await (const { path, bytes } of membersOf(body.bytes, body.url)) {
      if (!matchesGlob(manifest.name, path)) continue;
      const content = fileContent({ bytes, url: body.url, type: null, name: path, charset: null, ...this.#context() });
      for (const role of ['main', 'part', 'asset'] as const)
        for (const name of manifest[role] === undefined ? [] : content.values(manifest[role], `${where}.manifest.${role}`))
          named.push({ ...PLAIN_MEMBER, name, role });
    }
    return withOneMain([...named, ...unpack]);
  }

  async #members(
    body: Body,
    bytes: Uint8Array,
    prefix: string,
    members: readonly MemberRule[],
    rule: FileRule,
    where: string,
    own: Values,
  ): Promise<void> {
    for await (const member of membersOf(bytes, body.url)) {
      const index = members.findIndex(({ name }) => matchesGlob(name, member.path));
      const chosen = members[index];
      if (!chosen || chosen.drop) continue;
      const path = prefix + member.path;
      const at = `${where}.unpack[${index}]`;
      // Inside an archive in the archive the same rules hold, but for the one that led there.
      if (chosen.unpack === 'zip')
        await this.#members(
          body,
          member.bytes,
          `${path}!`,
          members.filter((each) => each !== chosen),
          rule,
          where,
          own,
        );
      else await this.#member(body, path, await plainMember(member.bytes, chosen, body.url), chosen, rule, at);
    }
  }

  async #member(body: Body, path: string, bytes: Uint8Array, member: MemberRule, rule: FileRule, where: string): Promise<void> {
    const name = fileNameOf(path.replace(/\.gz$/i, ''), member.type ?? '');
    const content = fileContent({
      bytes,
      url: body.url,
      type: member.type ?? null,
      name,
      charset: member.charset ?? rule.charset ?? null,
      read: member.read,
      ...this.#context(),
    });
    this.#options.measures?.page(where, body.exchange, path);
    this.#found(content, member.fields, where);
    const compared = await comparedOf(content, { ...rule, compare: 'bytes' }, where);
    this.#push({ ...body, bytes, type: content.type, name, role: member.role, compared, member: path, charset: member.charset ?? null });
  }

  #push(file: Body & Pick<HadFile, 'name' | 'role' | 'compared' | 'member' | 'charset'>): void {
    const { url, type, bytes, exchange, isKept, role, compared, member, charset } = file;
    if (this.#had.length >= MOST_FILES) throw new HarvestError('limit', `${url}: a document has at most ${MOST_FILES} files`, { url });
    const name = uniqueName(file.name, this.#names);
    this.#names.add(name.toLowerCase());
    this.#options.measures?.file(role, type, bytes.length);
    const digests = { md5: hash('md5', bytes), sha256: hash('sha256', bytes) };
    const validators = { etag: headerOf(exchange.headers, 'etag'), lastModified: headerOf(exchange.headers, 'last-modified') };
    this.#had.push({
      name,
      role,
      url,
      type,
      bytes,
      compared,
      member,
      charset,
      ...digests,
      ...validators,
      source: {
        exchange,
        isKept,
      },
    });
  }

  #content(body: Body, rule: FileRule, url: string): FileContent {
    return fileContent({
      bytes: body.bytes,
      url,
      type: rule.type ?? body.type,
      name: null,
      charset: rule.charset ?? null,
      read: rule.read,
      declared: headerOf(body.exchange.headers, 'content-type'),
      ...this.#context(),
    });
  }

  #context(): Pick<FileContentOptions, 'fields' | 'parameters' | 'sets' | 'measures'> {
    const { names, connector, measures } = this.#options;
    return { fields: this.#fields, parameters: names, sets: connector.sets, measures };
  }

  #found(content: FileContent, fields: FileRule['fields'], where: string): void {
    if (Object.keys(fields).length > 0) this.#fields = { ...this.#fields, ...content.fields(fields, `${where}.fields`) };
  }
}

const ROW_TYPES = { json: 'application/json', xml: 'application/xml', html: 'text/html', text: 'text/plain' } as const;

const PLAIN_RULE = {
  where: [],
  accept: [],
  otherwise: [],
  starts: [],
  refuse: [],
  unpack: [],
  strip: [],
  fields: {},
  files: [],
} as const satisfies Partial<Record<keyof FileRule, unknown>> as unknown as FileRule;

/** Pages of one text are read alike, and each leads to the next. */
function linkedRule({ chain, ...links }: FileRule['files'][number], { validators, refuse, select, strip }: FileRule): FileRule {
  const plain: FileRule = { ...PLAIN_RULE, role: links.role, required: links.required, validators };
  if (chain === 1) return plain;
  return { ...plain, refuse, strip, ...(select === undefined ? {} : { select }), files: [{ ...links, chain: chain - 1 }] };
}

const PLAIN_MEMBER: Omit<MemberRule, 'name' | 'role'> = { fields: {}, drop: false };

/** The first main text that is named is the one; any other is a part of it. */
function withOneMain(members: readonly MemberRule[]): MemberRule[] {
  const first = members.findIndex(({ role }) => role === 'main');
  const isNamed = members[first] !== undefined && !/[*?]/.test(members[first].name);
  return members.map((member, index) => (isNamed && index > first && member.role === 'main' ? { ...member, role: 'part' } : member));
}

/** Of several formats that may come, only archives are unpacked. */
const isPacked = ({ type }: Body, { unpack, accept }: FileRule): boolean =>
  unpack.length > 0 && (accept.length === 0 || type === 'application/zip');

const bodyOf = ({ url, bytes, type, exchanges }: Answered, isKept: boolean): Body => ({
  url,
  bytes,
  type,
  isKept,
  exchange: exchanges.at(-1) as Exchange,
});

function* candidatesOf(rule: FileRule): Generator<{ template: RequestTemplate; accept: string | null }> {
  if (rule.request !== undefined) {
    if (rule.accept.length === 0) yield { template: rule.request, accept: null };
    for (const accept of rule.accept) yield { template: rule.request, accept };
  }
  for (const template of rule.otherwise) yield { template, accept: null };
}

/** Validators belong to one form of a document: of several that may be asked for, to the one that is known. */
function validatorsOf(known: readonly DepositedFile[], accept: string | undefined, rule: FileRule): Question['validators'] | null {
  const file = known.find(({ etag, lastModified }) => etag != null || lastModified != null);
  if (!file) return null;
  const wanted = accept?.split(';')[0]?.trim();
  if (rule.accept.length > 1 && wanted !== file.type && !(file.member !== null && wanted === 'application/zip')) return null;
  return { etag: file.etag ?? null, lastModified: file.lastModified ?? null };
}

function failure(error: HarvestError, url: string): Tried {
  const kind = error.kind === 'unreachable' || error.kind === 'session' ? 'unreachable' : 'failed';
  return { kind, message: error.message, url };
}

/** Absent only if everything said so. */
const worse = (one: Tried, other: Tried): Tried => ('kind' in one && one.kind !== 'absent' ? one : other);

const isEmpty = (answered: Answered | HarvestError): boolean =>
  !(answered instanceof HarvestError) && answered.status === 200 && answered.bytes.length === 0;

const startsRight = (bytes: Uint8Array, starts: readonly string[]): boolean =>
  starts.length === 0 ||
  starts.some((text) =>
    Buffer.from(bytes.subarray(0, 1024))
      .toString('latin1')
      .replace(/^(?:\xef\xbb\xbf)?\s*/, '')
      .startsWith(text),
  );

const plainMember = async (bytes: Uint8Array, { unpack }: MemberRule, url: string): Promise<Uint8Array> =>
  unpack === 'gzip' ? ungzipped(bytes, url) : bytes;

/** An address is no template. */
const escaped = (url: string): string => url.replaceAll('{', '{{').replaceAll('}', '}}');

const nothingNamed = ({ each, join }: FileRule): string =>
  each !== undefined ? `it has no ${each}` : join !== undefined ? `nothing of ${join} belongs to it` : 'it brings no file';
