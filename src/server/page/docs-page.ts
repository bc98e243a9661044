/** /docs: what the API has, made from its own OpenAPI document. */
import { frame } from './frame.js';
import { escape } from './text.js';

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: unknown;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: { readonly description?: string; readonly enum?: readonly string[] };
}

export interface OpenApiDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly paths?: Readonly<Record<string, object | undefined>>;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

export function docsPage(document: OpenApiDocument): string {
  const routes = routesOf(document);
  const groups = [...new Set(routes.map(({ operation }) => operation.tags?.[0] ?? 'other'))];
  const ofGroup = (group: string) => routes.filter(({ operation }) => (operation.tags?.[0] ?? 'other') === group);
  return frame({
    title: 'API · Winnow',
    head: '',
    header: '<p class="brand"><a href="/">Winnow</a></p><h1>API</h1>',
    main: `<p>Answers are JSON. A refusal is <code>{"error": {"code", "message"}}</code>. Writes need <code>Content-Type: application/json</code>. The whole contract: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>${groups.map((group) => groupSection(group, ofGroup(group))).join('')}`,
    attributes: 'class="api"',
    footer: `<p>Winnow ${escape(document.info.version)}</p>`,
    script: null,
  });
}

function routesOf({ paths = {} }: OpenApiDocument): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation: operation as Operation })),
  );
}

const groupSection = (group: string, routes: readonly Route[]): string =>
  `<section><h2 class="group">${escape(group)}</h2>${routes.map(routeSection).join('')}</section>`;

function routeSection({ method, path, operation }: Route): string {
  const { summary = '', description = '', parameters = [], requestBody } = operation;
  const rows = parameters.map((parameter) => `<dt><code>${escape(parameter.name)}</code></dt><dd>${escape(wordsOn(parameter))}</dd>`);
  const body = requestBody && method === 'POST' ? '<dt>body</dt><dd>JSON: see openapi.json</dd>' : '';
  return `<h3><b>${method}</b> ${escape(path)}</h3><p>${escape(summary)}</p>${description ? `<p>${escape(description)}</p>` : ''}${rows.length || body ? `<dl>${rows.join('')}${body}</dl>` : ''}`;
}

function wordsOn({ in: place, required, description, schema }: Parameter): string {
  const words = [description ?? schema?.description ?? '', schema?.enum ? `one of ${schema.enum.join(', ')}` : '']
    .filter(Boolean)
    .join('; ');
  return words || (place === 'path' ? 'in the path' : required ? 'needed' : 'may be left out');
}
