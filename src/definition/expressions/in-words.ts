/** Expressions as sentences, for pages that people read. Backticks surround what the connector writes. */
import { asArguments, type Expression } from './expression.js';
import type { Arguments } from './functions/function.js';

/** Words that stand for earlier steps of a pipeline. */
class Said {
  constructor(readonly words: string) {}
}

const ELSE = '; else ';

export const expressionInWords = (expression: Expression): string => say(expression);

function say(expression: unknown): string {
  if (expression instanceof Said) return expression.words;
  if (typeof expression === 'string') return code(expression);
  if (Array.isArray(expression)) return expression.map(say).join(ELSE);
  if (typeof expression !== 'object' || expression === null) return quoted(expression);
  if ('from' in expression) return pipeline(expression as Arguments);
  const [call] = Object.entries(expression);
  return call ? sayFunction(call[0], asArguments(...call)) : '';
}

function pipeline({ from, then }: Arguments): string {
  return [then ?? []].flat().reduce<string>((words, step) => {
    const [call] = Object.entries(typeof step === 'string' ? { [step]: undefined } : (step as Arguments));
    return call ? sayFunction(call[0], { ...asArguments(...call), of: new Said(words) }) : words;
  }, say(from));
}

function sayFunction(name: string, args: Arguments): string {
  const words = WORDS[name] ?? ((subject: string) => `${name} of ${subject}`);
  const subject = args['of'] === undefined ? 'the row' : say(args['of']);
  return words(subject.includes(ELSE) ? `(${subject})` : subject, args);
}

const code = (text: unknown): string => {
  const plain = String(text);
  return plain.includes('`') ? `\`\` ${plain} \`\`` : `\`${plain}\``;
};
const quoted = (text: unknown): string => `“${String(text)}”`;
const listed = (value: unknown): string => [value ?? []].flat().map(code).join(' or ');
const MOST_PAIRS = 4;

type Words = (subject: string, args: Arguments) => string;

const within =
  (language: string): Words =>
  (subject, { of, select }) =>
    of === undefined ? code(select) : `${code(select)} (${language}) in ${subject}`;
const constant: Words = (_subject, { value }) => [value].flat().map(quoted).join(', ');
const field: Words = (_subject, { name }) => `the field ${code(name)}`;

/** One entry for each function; a test finds missing ones. */
const WORDS: Readonly<Record<string, Words>> = {
  expr: within('as it is read'),
  css: within('CSS'),
  xpath: within('XPath'),
  json: within('JSON'),
  text: (subject) => `the text of ${subject}`,
  html: (subject) => `the source inside ${subject}`,
  attribute: (subject, { name }) => `the attribute ${code(name)} of ${subject}`,
  link: (subject) => `where ${subject} leads`,
  resolve: (subject) => `${subject}, as a whole address`,
  url: () => 'the address of the page',
  fetch: (subject, { url, take }) => `${say(take)}, on the page at ${url === undefined ? subject : say(url)}`,
  const: constant,
  constant,
  field,
  'field-value': field,
  template: (_subject, { text }) => `made of ${code(text)}`,
  first: (subject) => `the first of ${subject}`,
  last: (subject) => `the last of ${subject}`,
  default: (_subject, { of, list = [], value }) =>
    [of, ...[list].flat(), value]
      .filter((each) => each !== undefined)
      .map(say)
      .join(ELSE),
  size: (subject) => `how many ${subject} there are`,
  'for-each': (subject, args) => `for each ${subject}: ${say(args['do'])}`,
  map: (subject, { to, otherwise }) => `${subject}, in other words (${mapped(to as Arguments, otherwise)})`,
  match: (subject, { pattern }) => `what ${code(pattern)} matches in ${subject}`,
  regex: (subject, { set, pattern }) => `what ${set === undefined ? code(pattern) : `the patterns ${listed(set)}`} match in ${subject}`,
  trim: (subject) => `${subject}, without white space around it`,
  lower: (subject) => `${subject}, in small letters`,
  upper: (subject) => `${subject}, in capital letters`,
  string: (subject) => subject,
  long: (subject) => `the whole number in ${subject}`,
  float: (subject) => `the number in ${subject}`,
  number: (subject) => `the number in ${subject}`,
  replace: (subject, args) =>
    args['with'] === undefined || args['with'] === ''
      ? `${subject}, without ${code(args['pattern'])}`
      : `${subject}, with ${quoted(args['with'])} for ${code(args['pattern'])}`,
  truncate: (subject, { length }) => `the first ${Number(length)} characters of ${subject}`,
  concat: (subject, { list, with: between }) => `${list === undefined ? subject : [list].flat().map(say).join(' + ')}${joinedBy(between)}`,
  split: (subject, { by = ';' }) => `the parts of ${subject} between ${quoted(by)}`,
  join: (subject, { by = '; ' }) => `all of ${subject}${joinedBy(by)}`,
  decode: (subject, { as }) => `${subject}, decoded (${String(as)})`,
  date: (subject, { from, to }) =>
    `${subject}, as a date${from === undefined ? '' : ` (written ${listed(from)})`}${to === undefined ? '' : `, as ${code(to)}`}`,
  'date-time': (subject, { from }) => `${subject}, as a moment${from === undefined ? '' : ` (written ${listed(from)})`}`,
  identifier: (subject, { as, find }) => `${find ? 'those mentioned in ' : ''}${subject}, as ${String(as).toUpperCase()}`,
  pairs: (subject, { name }) => `${name === undefined ? 'names and values' : `the value of ${code(name)}`} in ${subject}`,
  blocks: (_subject, { start, until }) => `from one ${code(start)} to the next${until === undefined ? '' : `, or to ${code(until)}`}`,
  'meta-groups': (_subject, args) =>
    `the meta tags ${code(args['start'])}${args['with'] === undefined ? '' : ` with ${listed(args['with'])}`}`,
};

const joinedBy = (between: unknown): string => (between === undefined || between === '' ? '' : `, with ${quoted(between)} between them`);

function mapped(to: Arguments, otherwise: unknown): string {
  const pairs = Object.entries(to).map(([from, word]) => `${from} → ${quoted(word)}`);
  const more = pairs.length > MOST_PAIRS ? [`${pairs.length - MOST_PAIRS} more`] : [];
  const rest = otherwise === undefined ? [] : [otherwise === 'same' ? 'others as they are' : `else ${quoted(otherwise)}`];
  return [...pairs.slice(0, MOST_PAIRS), ...more, ...rest].join(', ');
}
