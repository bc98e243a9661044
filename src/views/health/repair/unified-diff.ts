/** A patch, as `patch -p1` and `git apply` read it. Lines differ in few places: what is the same at both ends and between is found line by line. */

const CONTEXT = 3;

interface Edit {
  /** Lines of the text before, from and to (not included), and what stands there after. */
  readonly from: number;
  readonly to: number;
  readonly put: readonly string[];
}

export function unifiedDiff(name: string, before: string, after: string): string {
  if (before === after) return '';
  const [old, now] = [before.split('\n'), after.split('\n')];
  const hunks = hunksOf(editsBetween(old, now));
  let shift = 0;
  const told = hunks.map((edits) => {
    const { text, growth } = hunkText(old, edits, shift);
    shift += growth;
    return text;
  });
  return [`--- a/${name}`, `+++ b/${name}`, ...told, ''].join('\n');
}

/** Longest common run of lines, then the same on both sides of it. Files are some hundred lines: nobody waits for it. */
function editsBetween(old: readonly string[], now: readonly string[], at = 0): Edit[] {
  let begin = 0;
  while (begin < old.length && begin < now.length && old[begin] === now[begin]) begin++;
  let end = 0;
  while (end < old.length - begin && end < now.length - begin && old.at(-1 - end) === now.at(-1 - end)) end++;
  const [left, right] = [old.slice(begin, old.length - end), now.slice(begin, now.length - end)];
  if (left.length === 0 && right.length === 0) return [];
  const common = longestRun(left, right);
  const from = at + begin;
  if (!common) return [{ from, to: from + left.length, put: right }];
  const { one, other, length } = common;
  return [
    ...editsBetween(left.slice(0, one), right.slice(0, other), from),
    ...editsBetween(left.slice(one + length), right.slice(other + length), from + one + length),
  ];
}

function longestRun(left: readonly string[], right: readonly string[]): { one: number; other: number; length: number } | null {
  let best: { one: number; other: number; length: number } | null = null;
  let above: readonly number[] = [];
  for (const [one, line] of left.entries()) {
    const here = right.map((other, index) => (other === line ? (above[index - 1] ?? 0) + 1 : 0));
    for (const [other, length] of here.entries())
      if (length > (best?.length ?? 0)) best = { one: one - length + 1, other: other - length + 1, length };
    above = here;
  }
  return best;
}

/** Edits whose surroundings touch are told together. */
function hunksOf(edits: readonly Edit[]): Edit[][] {
  const hunks: Edit[][] = [];
  for (const edit of edits) {
    const last = hunks.at(-1)?.at(-1);
    if (last && edit.from - last.to <= 2 * CONTEXT) hunks.at(-1)?.push(edit);
    else hunks.push([edit]);
  }
  return hunks;
}

function hunkText(old: readonly string[], edits: readonly Edit[], shift: number): { text: string; growth: number } {
  const first = Math.max(0, (edits[0]?.from ?? 0) - CONTEXT);
  const last = Math.min(old.length, (edits.at(-1)?.to ?? 0) + CONTEXT);
  const lines: string[] = [];
  let at = first;
  for (const { from, to, put } of edits) {
    lines.push(
      ...old.slice(at, from).map((line) => ` ${line}`),
      ...old.slice(from, to).map((line) => `-${line}`),
      ...put.map((line) => `+${line}`),
    );
    at = to;
  }
  lines.push(...old.slice(at, last).map((line) => ` ${line}`));
  // The piece after the last line end is no line.
  if (last === old.length && lines.at(-1) === ' ') lines.pop();
  const [removed, added] = [lines.filter((line) => !line.startsWith('+')).length, lines.filter((line) => !line.startsWith('-')).length];
  return { text: [`@@ -${first + 1},${removed} +${first + 1 + shift},${added} @@`, ...lines].join('\n'), growth: added - removed };
}
