/** The answer to `winnow explain` for people: one sentence first, then what it rests on, section by section. */
import { formatDuration } from '../definition/crawl/index.js';
import { asUrl } from '../model/index.js';
import type {
  Delay,
  DocumentStory,
  EntryStory,
  EvidenceItem,
  Explanation,
  Found,
  RenderingStory,
  RuleSays,
  Visit,
  Waiting,
} from '../views/explain/index.js';
import { folded, type Line, section } from './lines.js';
import { printable, shortSize, type Terminal } from './terminal.js';

const VISITS_SHOWN = 10;
const ENTRIES_SHOWN = 10;

export function formatExplanation(explanation: Explanation, terminal: Pick<Terminal, 'style'>, width: number): string {
  const { style } = terminal;
  const part = (title: string, lines: readonly Line[]): string => section(title, lines, terminal, width);
  const { found, waiting, document, visits, judgement } = explanation;
  const sections = [
    `${style('bold', printable(explanation.url))}\n${folded(printable(explanation.summary), width).join('\n')}`,
    part('Identity', identityLines(explanation)),
    found ? part('Why it was queued', foundLines(found, explanation)) : '',
    explanation.refused ? part('Why it was not followed', refusedLines(explanation.refused)) : '',
    part(judgementTitle(explanation), [
      ['as', judgedAs(judgement.as)],
      ...judgement.rules.map((rule): Line => [printable(rule.by), ruleText(rule, style)]),
    ]),
    waiting ? part('When its turn comes', waitingLines(waiting)) : '',
    part('Scripts', renderingLines(explanation.rendering)),
    part(`Visits${visits.length > VISITS_SHOWN ? `, the last ${VISITS_SHOWN} of ${visits.length}` : ''}`, visitLines(visits)),
    part('Redirects and names', relativeLines(explanation)),
    document ? part('Document', documentLines(document)) : '',
    document ? part('Journal', entryLines(document, style)) : '',
  ];
  return sections.filter((text) => text !== '').join('\n\n');
}

function identityLines({ identity, asked, url, known, site, setAside }: Explanation): Line[] {
  return [
    ...(asked === url ? [] : [['asked', printable(asked)] as Line]),
    ...(known && known.url !== url ? [['known as', printable(known.url)] as Line] : []),
    ['site', printable(site)],
    ...(setAside
      ? [['set aside', `in run ${setAside.run}, ${setAside.at}, until ${setAside.until}: ${printable(setAside.reason)}`] as Line]
      : []),
    ['key', `${printable(identity.key)} (policy ${identity.policy})`],
    ...identity.changes.map((change, index): Line => [index ? '' : 'spelling', printable(change)]),
  ];
}

function foundLines({ by, path, omitted, score }: Found, { known }: Explanation): Line[] {
  const steps = path.flatMap(({ url, depth, link, anchor }, index): Line[] => {
    const words = `${printable(url)}, by ${link}${anchor ? ` “${printable(anchor)}”` : ''}`;
    const line: Line = [index === 0 ? 'path' : '', `${depth}  ${words}`];
    return omitted && index === path.length / 2 ? [['', `…  ${omitted} more`], line] : [line];
  });
  return [
    ['found', `in run ${known?.foundInRun ?? 0}: ${by}`],
    ...steps,
    ['score', `${score.value ?? 'not scored: no analyser has an opinion'}${score.combined ? ` (${score.combined})` : ''}`],
  ];
}

const renderingLines = ({ mode, from, template, verdict, notes }: RenderingStory): Line[] => [
  ['setting', `capture.render is ${mode}${from === 'crawl' ? '' : `, by sites[${printable(from)}]`}`],
  ['pages like', printable(template)],
  ['', printable(verdict)],
  ...notes.map((note, index): Line => [index ? '' : 'this page', printable(note)]),
];

const refusedLines = ({ by, reason, foundOn, run }: NonNullable<Explanation['refused']>): Line[] => [
  ['by', `${printable(by)}: ${printable(reason)}`],
  ['found on', `${printable(foundOn ?? 'no page')}, in run ${run}`],
];

function judgementTitle({ judgement: { objection, rules } }: Explanation): string {
  if (objection) return 'Found now, it would be refused';
  return rules.some(({ verdict }) => verdict === 'spent')
    ? 'Found now, it would be queued, but not fetched in this run'
    : 'Found now, it would be fetched';
}

function judgedAs({ depth, link, foundOn, assumed }: Explanation['judgement']['as']): string {
  const where = foundOn ? ` on ${printable(foundOn)}` : '';
  const how = `${depth} ${depth === 1 ? 'link' : 'links'} from a seed, by ${link}${where}`;
  return assumed ? `${how} (assumed; --from names the page it stands on)` : how;
}

const MARKS = {
  passes: ['green', 'passes'],
  refuses: ['red', 'refuses'],
  spent: ['yellow', 'spent'],
  unknown: ['yellow', 'unknown'],
} as const;

function ruleText({ verdict, reason }: RuleSays, style: Terminal['style']): string {
  const [colour, word] = MARKS[verdict];
  return `${style(colour, word)}${' '.repeat(9 - word.length)}${printable(reason)}`;
}

function waitingLines(waiting: Waiting): Line[] {
  const { ahead, atSite, order, delay, lastAnswer, holds, siteFreeAt, turnAt, immediate } = waiting;
  return [
    [
      'queue',
      `${ahead} of ${atSite} at its site ${ahead === 1 ? 'comes' : 'come'} before it, by ${order}${immediate ? '; wanted at once' : ''}`,
    ],
    ['delay', delayText(delay)],
    ...(lastAnswer ? [['last answer', `${lastAnswer.outcome}, ended ${lastAnswer.endedAt}, ${printable(lastAnswer.url)}`] as Line] : []),
    ...holds.map(({ what, until }, index): Line => [index ? '' : 'held by', `${printable(what)}${until ? `, until ${until}` : ''}`]),
    ['site free', siteFreeAt ? `from ${siteFreeAt}` : 'now, as far as time goes'],
    ...(turnAt ? [['its turn', `not before ${turnAt}`] as Line] : []),
  ];
}

function delayText({ owed, because, configured, configuredBy, asked, response, troubles }: Delay): string {
  const parts = [
    `definition ${ms(configured)}${configuredBy === 'crawl' ? '' : ` for ${configuredBy}`}`,
    `robots.txt ${asked === null ? 'none' : ms(asked)}`,
    `last answer ${ms(response.ms)} × ${response.factor}`,
    ...(troubles ? [`${troubles} in trouble`] : []),
  ];
  return `${ms(owed)}, because ${because} (${parts.join(', ')})`;
}

function visitLines(visits: readonly Visit[]): Line[] {
  return visits.slice(-VISITS_SHOWN).map((visit): Line => [`run ${visit.run}`, visitText(visit)]);
}

function visitText({ at, status, ms: took, owed, bytes, type, error, location, archive, truncated }: Visit): string {
  const outcome = error
    ? printable(error)
    : `${status}${location ? ` to ${printable(location)}` : `, ${type ?? 'no type'}, ${shortSize(bytes)}`}`;
  const place = archive ? `; ${archive.file}:${archive.offset}${archive.revisit ? ' (revisit record: same bytes as before)' : ''}` : '';
  const pause = owed === null ? '' : `, ${ms(owed)} owed before`;
  return `${at}  ${outcome}${truncated ? `, cut by ${truncated}` : ''}; took ${ms(took)}${pause}${place}`;
}

function relativeLines({ relatives, visits, known }: Explanation): Line[] {
  if (!relatives) return [];
  const target = [...visits].reverse().find(({ location }) => location !== null)?.location;
  return [
    ...(known?.state === 'redirected' && target ? [['leads to', printable(asUrl(target, known.url)?.href ?? target)] as Line] : []),
    ...relatives.redirected.map((url, index): Line => [index ? '' : 'reached from', printable(url)]),
    ...relatives.aliases.map((url, index): Line => [index ? '' : 'also called', printable(url)]),
    ...(relatives.led
      ? [['led to', `${relatives.led} ${relatives.led === 1 ? 'URL that was' : 'URLs that were'} first found here`] as Line]
      : []),
  ];
}

function documentLines(document: DocumentStory): Line[] {
  const {
    title,
    state,
    firstSeen,
    lastChanged,
    lastChecked,
    deleted,
    checks,
    changes,
    pending,
    evidence,
    outlook,
    language,
    type,
    score,
    notes,
  } = document;
  const kind = [type, language, score === null ? null : `score ${score}`].filter((word) => word !== null).join(', ');
  return [
    ['title', printable(title ?? '(none)')],
    ['is', kind],
    ...(document.duplicateOf ? [['duplicate', duplicateText(document)] as Line] : []),
    ...notes.map((note, index): Line => [index ? '' : 'notes', printable(note)]),
    ['state', `${state}${deleted ? ` since ${deleted}` : ''}`],
    ['seen', `first ${firstSeen}, changed ${lastChanged}, checked ${lastChecked}`],
    ['revisits', `${checks} ${checks === 1 ? 'check' : 'checks'}, ${changes} ${changes === 1 ? 'change' : 'changes'}`],
    ...evidence.map((item, index): Line => [index ? '' : 'evidence', evidenceText(item)]),
    ...(pending ? [['waits', pendingText(pending)] as Line] : []),
    ['outlook', outlook],
  ];
}

function duplicateText({ duplicateOf, similarity }: DocumentStory): string {
  const alike = similarity === 1 ? 'the very same words' : `${((similarity ?? 0) * 100).toFixed(0)} % alike`;
  return `of ${printable(duplicateOf ?? '')}, ${alike}`;
}

function pendingText({ operation, reason, run, anomaly, evidence }: NonNullable<DocumentStory['pending']>): string {
  const held = anomaly
    ? `; held back by anomaly ${anomaly.id} (${anomaly.kind}, ${anomaly.state}): ${printable(anomaly.detail)}`
    : '; not decided yet';
  return `${operation} of run ${run}: ${printable(reason)}${evidence.map((item) => `; ${evidenceText(item)}`).join('')}${held}`;
}

const evidenceText = ({ kind, detail, run }: EvidenceItem): string =>
  `${printable(kind)}${detail ? `: ${printable(detail)}` : ''}${run === null ? '' : `, run ${run}`}`;

function entryLines({ entries }: DocumentStory, style: Terminal['style']): Line[] {
  return entries.slice(-ENTRIES_SHOWN).flatMap((entry) => entryText(entry, style));
}

function entryText({ sequence, operation, run, at, reason, suspicion, changed, evidence }: EntryStory, style: Terminal['style']): Line[] {
  const shifts = changed.map(({ field, before, after }): Line => ['', `${field}  ${short(before)} → ${short(after)}`]);
  return [
    [`${sequence}`, `${style('bold', operation)}  run ${run}, ${at}: ${printable(reason)}${suspicion ? `; suspicion ${suspicion}` : ''}`],
    ...shifts,
    ...evidence.map((item): Line => ['', `evidence  ${evidenceText(item)}`]),
  ];
}

/** Enough of a digest to tell it from others; --json has all of it. */
const short = (digest: string | null): string => (digest === null ? 'nothing' : `${digest.slice(0, 19)}…`);

const ms = (milliseconds: number): string => formatDuration(Math.round(milliseconds));
