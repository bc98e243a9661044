/** The name-mapping page as text. */
import { NAME_MAPPING } from './name-mapping.js';

export function nameMappingPage(): string {
  const groups = NAME_MAPPING.map(({ title, about, names }) => {
    const rows = names.map(
      ({ original, ours, at }) => `| \`${original}\` | ${ours} | ${at === null ? '' : `[${at[0]}](../../${at[0]}): \`${at[1]}\``} |`,
    );
    return `## ${title}\n\n${about}\n\n| Original | Ours | Where |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Names of the original and ours\n\nMade by \`npm run docs\`. The names on the left belong to the document-group contract and its first client; on the right stand the words of this program. The guide is [document groups](../guides/document-groups.md).\n\n${groups.join('\n')}`;
}
