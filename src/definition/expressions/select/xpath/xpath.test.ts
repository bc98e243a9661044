/** XPath: what libxml2 says of the same document, what is ours on purpose, and bounds. */
import type { AnyNode } from 'domhandler';
import fc from 'fast-check';
import { XmlDocument, type XmlNode } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import { parseContent } from '../../content.js';
import { findFirst } from '../../tree/find.js';
import { AttributeNode, plainText, type TreeNode } from '../../tree/nodes.js';
import { isNodes, type XValue } from './values.js';
import { compileXPath } from './xpath.js';

const SOURCE = `<?xml version="1.0"?>
<a id="1"><b id="2" n="5">one<c id="3">two</c>three</b><!-- note --><b id="4" n="12"><c id="5"> four </c><c id="6"/></b>
<d id="7"><b id="8" n="7"><![CDATA[<five>]]></b><e id="9">6</e><e id="10">1.5</e></d><?go on?></a>`;

/** An element by its id, anything else by its text. */
const ours = (value: XValue): unknown =>
  isNodes(value) ? value.map((node) => ('attribs' in node ? (node.attribs['id'] ?? node.name) : `"${plainText(node)}"`)) : value;

const theirs = (value: XmlNode[] | string | boolean | number): unknown =>
  Array.isArray(value)
    ? value.map((node) =>
        'attrs' in node ? (node as never as { attr(name: string): { value: string } | null }).attr('id')?.value : `"${node.content}"`,
      )
    : value;

const content = parseContent(SOURCE, { as: 'xml' });
const askUs = (path: string) => ours(compileXPath(path, 'test')(findFirst(content.root as AnyNode, 'a') as TreeNode, content.nodes));

function askLibxml(path: string): unknown {
  const document = XmlDocument.fromString(SOURCE);
  try {
    return theirs(document.root.eval(path));
  } finally {
    document.dispose();
  }
}

describe('as libxml2 answers', () => {
  it.each(
    `/a/b //c //b[2] (//b)[2] //b[last()] //b[@n>6] //b[c]/@n //c/.. //c/ancestor::* //c/ancestor::*[1] //c/preceding::c //b/following-sibling::*[1]
    //b[not(c)] //*[@id='3'.or.@id='9'] //b|//e //e|//b count(//c) sum(//e) //e[.=1.5] //e[.>2]/@id //b/text() //c[normalize-space()='four'] string(//c) name(//*[3])
    //b[position()<2] //b[position()=last()] //d//b /descendant::b[3] //c[1] (//c)[last()] //@id[.>8] //*[count(*)=2] //b[@n=12]/c[2]/preceding-sibling::c
    boolean(//zzz) number('x') 7.mod.2 string-length(//c) substring('12345',2,3) substring('12345',1.5,2.6) substring('12345',0,3) substring('12345',-42,1.div.0)
    translate('bar','abc','AB') concat('a','b',1) contains('abc','b') starts-with('abc','b') substring-before('1999/04/01','/') substring-after('1999/04/01','/')
    round(2.5) round(-2.5) floor(-1.2) ceiling(1.2) -(//e) 1+2*3 (1+2)*3 10.div.4 '1'=1 //b=//c //b!=//c //e<//b/@n true()>false() //comment() //node()[self::comment()]
    //b/following::e //e/preceding::b //d/preceding-sibling::node()[1] //*[self::b.or.self::e] //b[c][1] //b[1][c] b[.//c] //b[@n][@id] lang('en') not(//b) //b[2]/c[last()]/@id`
      .split(/\s+/)
      .map((path) => [path.replaceAll('.mod.', ' mod ').replaceAll('.or.', ' or ').replaceAll('.div.', ' div ')]),
  )('%s', (path) => expect(askUs(path)).toEqual(askLibxml(path)));

  it('whatever is asked', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', '*', 'node()', 'text()');
    const axis = fc.constantFrom(
      '',
      'descendant::',
      'ancestor::',
      'ancestor-or-self::',
      'following-sibling::',
      'preceding-sibling::',
      'following::',
      'preceding::',
      'parent::',
      'self::',
    );
    const predicate = fc.constantFrom(
      '',
      '',
      '[1]',
      '[2]',
      '[last()]',
      '[@n]',
      '[@n>6]',
      '[c]',
      '[position()>1]',
      '[not(*)]',
      '[contains(.,"o")]',
      '[count(*)>1]',
    );
    const step = fc.tuple(axis, name, predicate).map((parts) => parts.join(''));
    const path = fc
      .tuple(fc.constantFrom('/', '//', ''), fc.array(step, { minLength: 1, maxLength: 4 }), fc.constantFrom('/', '//'))
      .map(([from, steps, by]) => from + steps.join(by));
    fc.assert(
      fc.property(path, (each) => {
        expect(askUs(each)).toEqual(askLibxml(each));
      }),
      { numRuns: 300 },
    );
  });
});

describe('ours on purpose', () => {
  const feed = parseContent('<f xmlns="urn:f" xmlns:x="urn:x"><x:t k="1">a</x:t><t x:k="2">b</t></f>', { as: 'xml' });
  const ask = (path: string, namespaces = {}) => {
    const value = compileXPath(path, 'test', { namespaces })(feed.root as TreeNode, feed.nodes);
    return isNodes(value) ? value.map(plainText) : value;
  };

  it.each<[string, string, Record<string, string>, string[]]>([
    ['a name without prefix is of any namespace', '//t', {}, ['a', 'b']],
    ['a prefix is what was declared', '//y:t', { y: 'urn:x' }, ['a']],
    ['a declared prefix that means another namespace', '//x:t', { x: 'urn:f' }, ['b']],
    ['a prefix nobody declared is that of the document', '//x:t', {}, ['a']],
    ['a whole namespace', '//y:*', { y: 'urn:f' }, ['ab', 'b']],
    ['attributes too', '//@y:k', { y: 'urn:x' }, ['2']],
    ['attributes in any namespace', '//@k', {}, ['1', '2']],
    ['no declaration is an attribute', '/f/@*', {}, []],
  ])('%s', (_name, path, namespaces, found) => expect(ask(path, namespaces)).toEqual(found));

  it('asks HTML with names in any case', () => {
    const page = parseContent('<DIV><P>a</P><p CLASS=x>b</p></DIV>', { as: 'html' });
    const value = compileXPath('//DIV/p[@Class="x"]', 'test', { isHtml: true })(page.root as TreeNode, page.nodes);
    expect(isNodes(value) && value.map(plainText)).toEqual(['b']);
  });
});

describe('mistakes', () => {
  it.each([
    ['//b[', 'it ends too early'],
    ['//b]', '"]" is not expected there'],
    ['//b[1', '"]" is missing at the end'],
    ['contian(., "x")', 'did you mean contains()?'],
    ['contains(.)', 'contains() takes 2 values, not 1'],
    ['//b[@n = $x]', 'variables are not known'],
    ['sideways::b', 'there is no axis sideways'],
    ['//b#c', 'character 4 is not expected there'],
    [`${'('.repeat(100)}1${')'.repeat(100)}`, 'nested too deeply'],
  ])('%s', (path, message) => {
    const compile = () => compileXPath(path, 'list[0].each');
    expect(compile).toThrow(message);
    expect(compile).toThrow('list[0].each: ');
  });
});

describe('bounds', () => {
  it('gives up what a hostile document makes slow', () => {
    const long = parseContent(`<a>${'<b/>'.repeat(1000)}${'x'.repeat(1_000_000)}</a>`, { as: 'xml' });
    const query = compileXPath('//b[contains(/, "y")]', 'test');
    expect(() => query(long.root as TreeNode, long.nodes)).toThrow('takes too long');
    expect(compileXPath('count(//b)', 'test')(long.root as TreeNode, long.nodes)).toBe(1000);
  });

  it('keeps attributes apart from one another', () => {
    const nodes = compileXPath('//@* | //b/@*', 'test')(content.root as TreeNode, content.nodes);
    expect(isNodes(nodes) && nodes.every((node) => node instanceof AttributeNode) && nodes.length).toBe(13);
  });
});
