import { createHash } from 'node:crypto'
import { isFirstForm } from '../../../reading/page_form.ts'
import type { ViewParts } from './served_page.ts'

interface Versioned {
  readonly id: string
  readonly version: number
  /** `pad:<id>:<version>` */
  readonly etag: string
  /** true when marks or statuses are known to have changed since that version */
  readonly moved?: boolean
}

/** A variant in which a page is sent; of a pad also one section of it, of a thread earlier or later posts. */
export type Form = 'md' | 'outline' | 'html' | `${'md' | 'html'} ${string}`

/**
 * Returns a versioned page with its ETag: the version alone while this form has the text it had when first sent at that
 * version, else with a suffix that changes with the text. So a 304 never hides a change that the version does not
 * count, and none is lost without a change. `form` is undefined for other parts of the page: those have the suffix.
 */
export async function tagged(
  { sql }: Pick<ViewParts, 'sql'>,
  { id, version, etag, moved }: Versioned,
  form: Form | undefined,
  page: { toString(): string },
): Promise<{ readonly text: string; readonly etag: { readonly version: string } }> {
  const text = page.toString()
  const hash = createHash('sha256').update(text.replace(ownMarks, '')).digest('hex')
  if (form !== undefined && !moved && (await isFirstForm(sql, { id, form, version, hash }))) {
    return { text, etag: { version: etag } }
  }
  const own = `${etag}.${numberOf(hash)}`
  // the front matter, at the start of the text, repeats the ETag
  return { text: text.replace(JSON.stringify(etag), JSON.stringify(own)), etag: { version: own } }
}

/** Labels that the Markdown puts behind the reader's own names. They do not count as a different page. */
const ownMarks = / · (?:you|your human|your agent)(?= \((?:agent|guest)\)| · |: | \||; |$)/gm

/** As many bits as a number holds exactly. */
const numberOf = (hash: string): number => Number.parseInt(hash.slice(0, 13), 16)
