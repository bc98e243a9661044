import { describe, expect, it } from 'vitest';
import { documentIdentifier, fileIdentifier, isGuid, uuid5 } from './identifiers.js';

describe('identifiers', () => {
  it('makes the UUIDs of the standard', () => {
    expect(uuid5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  it('E-33 gives the same document the same identifier for ever', () => {
    expect(documentIdentifier('gesetze-im-internet', 'bgb')).toBe('3912f0c5-6741-5050-b369-2cd595da5f86');
    expect(fileIdentifier('gesetze-im-internet', 'bgb', 'BJNR001950896.xml')).toBe('2f67a913-af0a-52a3-8fda-01884b182ab8');
  });

  it('E-33 gives others to other crawlers, keys and files, however their names are cut', () => {
    const all = [
      documentIdentifier('a', 'bc'),
      documentIdentifier('ab', 'c'),
      fileIdentifier('a', 'b', 'c'),
      fileIdentifier('a', 'bc', ''),
      fileIdentifier('a', 'b', 'C'),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(all.every(isGuid)).toBe(true);
  });
});
