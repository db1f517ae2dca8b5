import { createHash } from 'node:crypto'
import { isFirstForm } from '../../reading/page_form.ts'
import type { ViewParts } from './parts.ts'

interface Versioned {
  readonly id: string
  readonly version: number
  /** `pad:<id>:<version>` */
  readonly etag: string
  /** marks or statuses are known to have moved since that version */
  readonly moved?: boolean
}

/**
 * A page that has a version, under its ETag: the version alone while the page says what it said when it was first sent at
 * it, else a number behind it that changes with what the page says. So no 304 hides what moved without the version, and
 * none is lost because something did. `form` is left out for a part of the page.
 */
export async function tagged(
  { sql }: Pick<ViewParts, 'sql'>,
  { id, version, etag, moved }: Versioned,
  form: 'md' | 'html' | undefined,
  page: { toString(): string },
): Promise<{ readonly text: string; readonly etag: { readonly version: string } }> {
  const text = page.toString()
  const hash = createHash('sha256').update(text).digest('hex')
  if (form !== undefined && !moved && (await isFirstForm(sql, { id, form, version, hash }))) {
    return { text, etag: { version: etag } }
  }
  const own = `${etag}.${numberOf(hash)}`
  // the front matter, which comes before everything else, says the same
  return { text: text.replace(JSON.stringify(etag), JSON.stringify(own)), etag: { version: own } }
}

/** As many bits as a number holds exactly. */
const numberOf = (hash: string): number => Number.parseInt(hash.slice(0, 13), 16)
