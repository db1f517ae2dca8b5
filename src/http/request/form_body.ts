import { isUtf8 } from 'node:buffer'
import type { Context } from 'koa'
import { invalid } from '../../rules/errors.ts'
import { inputs, namedFields } from '../../rules/limits.ts'
import { namedTwice } from '../../text/named_twice.ts'
import { type Issue, wellFormed } from '../../text/well_formed.ts'
import { isFields } from '../../tools/input/sent_fields.ts'
import { readBody, readFields } from './read_body.ts'

export const isForm = (ctx: Context): boolean => Boolean(ctx.is('application/x-www-form-urlencoded'))

/** The fields of a form in their order; a name may occur more than once. */
export async function readFormEntries(ctx: Context, limit: number): Promise<URLSearchParams> {
  const bytes = await readBody(ctx.req, limit)
  if (!isUtf8(bytes)) throw invalid('body_not_json', 'The form is not UTF-8.')
  checkNumber(bytes)
  const entries = new URLSearchParams(bytes.toString('utf8'))
  // a field of this name holds fields itself
  checkNumber(Buffer.from(entries.getAll('also').join('&')))
  return entries
}

/** The fields of a form, each at most once, or those of a JSON object sent by a script. */
export async function readForm(ctx: Context, limit: number): Promise<Record<string, unknown>> {
  const sent = isForm(ctx) ? fieldsOf(await readFormEntries(ctx, limit)) : await readFields(ctx.req, limit)
  if (!isFields(sent)) throw invalid('body_not_json', 'Send a form or one JSON object.')
  checkWellFormed(sent)
  return sent
}

function fieldsOf(entries: URLSearchParams): Record<string, unknown> {
  const twice = namedTwice(entries.keys())
  if (twice !== undefined)
    throw misread([{ path: twice.slice(0, inputs.keyLabel), message: 'is there more than once' }])
  return Object.fromEntries(entries)
}

/** Refuses, before they are parsed, more fields than any form has. */
function checkNumber(bytes: Uint8Array): void {
  let fields = 1
  for (const byte of bytes)
    if (byte === ampersand && ++fields > namedFields)
      throw misread([{ path: 'The form', message: `names more than ${namedFields} fields` }])
}

const ampersand = 0x26

/** Throws invalid/schema for a string that cannot be stored: a lone surrogate or NUL. */
function checkWellFormed(fields: Readonly<Record<string, unknown>>): void {
  const issues = wellFormed(fields)
  if (issues.length > 0) throw misread(issues)
}

const misread = (issues: readonly Issue[]) =>
  invalid('schema', issues.map(({ path, message }) => `${path} ${message}.`).join(' '), { issues })
