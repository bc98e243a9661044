/** A function of expressions: its name, its arguments, one sentence, an example that a test runs, and how it is compiled. */
import { z } from 'zod';
import type { ExpressionOptions } from '../expression.js';
import { type Found, sourceOf, textOf } from '../found.js';
import type { Evaluate, Scope } from '../scope.js';

export type Arguments = Readonly<Record<string, unknown>>;

export interface Compiler {
  readonly where: string;
  readonly options: ExpressionOptions;
  expression(expression: unknown): Evaluate;
  of(args: Arguments): Evaluate;
  inside(step: string): Compiler;
  fail(message: string): never;
}

export interface FieldFunction {
  readonly name: string;
  readonly about: string;
  readonly takes: z.ZodObject;
  /** The argument that the short form `{name: x}` sets; left out: `of`. */
  readonly short?: string;
  readonly example: FunctionExample;
  compile(args: Arguments, compiler: Compiler): Evaluate;
}

/** Shown in the reference and run by a test. */
export interface FunctionExample {
  readonly expression: unknown;
  /** HTML, unless it begins with { or [ (JSON) or <?xml. */
  readonly on: string;
  readonly gives: readonly string[];
}

/** Any expression; compiling it finds its errors. */
export const anyExpression = z.unknown();
export const of = { of: anyExpression.optional() };
export const text = z.union([z.string(), z.number()]).transform(String);

export interface FunctionSpec<Shape extends z.ZodRawShape> {
  readonly name: string;
  readonly about: string;
  readonly takes: Shape;
  readonly short?: string;
  readonly example: FunctionExample;
  compile(args: z.output<z.ZodObject<Shape>>, compiler: Compiler): Evaluate;
}

export function defineFunction<Shape extends z.ZodRawShape>(spec: FunctionSpec<Shape>): FieldFunction {
  return { ...spec, takes: z.strictObject(spec.takes) as unknown as z.ZodObject, compile: spec.compile as FieldFunction['compile'] };
}

/** A function that changes each text separately. Null drops the value. */
export function eachText(of: Evaluate, change: (text: string, scope: Scope) => string | readonly string[] | null): Evaluate {
  return (scope) =>
    of(scope).flatMap((found) => {
      const changed = change(textOf(found), scope);
      return changed === null ? [] : (changed as string | string[]);
    });
}

/** The same for texts with their line ends and markup. */
export function eachSource(of: Evaluate, change: (text: string, scope: Scope) => readonly Found[]): Evaluate {
  return (scope) => of(scope).flatMap((found) => change(sourceOf(found), scope));
}

/** The same scope with another node as the starting point. */
export const at = (scope: Scope, node: Found): Scope => ({ ...scope, node });
