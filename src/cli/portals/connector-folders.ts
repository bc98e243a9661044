/** Where connectors are looked for: folders that are named, else ./connectors; those that come with the program always. */
import { resolve } from 'node:path';
import { Option } from 'commander';
import { type ConnectorFolders, SHIPPED_CONNECTORS } from '../../definition/connector/index.js';

export interface ConnectorFlags {
  readonly connectors?: readonly string[];
}

export const connectorsOption = (): Option =>
  new Option('--connectors <folder...>', 'look for connectors here first (default: ./connectors); those of the program are always there');

export function connectorFolders({ connectors = ['connectors'] }: ConnectorFlags): ConnectorFolders {
  return { folders: connectors.map((folder) => resolve(folder)).filter((folder) => folder !== SHIPPED_CONNECTORS) };
}
