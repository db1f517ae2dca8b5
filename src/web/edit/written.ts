import { present } from '../../records/present.ts'
import { renderBody } from '../../render/body.ts'
import { untrusted } from '../../text/untrusted.ts'
import type { OnPage } from '../on_page.ts'
import { trustAs } from '../trusted.ts'

/** How words are to be shown. */
interface Reading {
  /** the level of their first heading */
  readonly top: number
  /** what it said before: what changed since is marked */
  readonly was?: string
}

/** Words as they will read: the same printer as the pages have. */
export function written({ parsed, trusted }: OnPage, text: string, { top, was }: Reading): ChildNode[] {
  trustAs(trusted)
  const body = {
    key: '',
    text: untrusted(text),
    as: 'html',
    labels: false,
    origin: location.origin,
    top,
    ...present({ was: was !== undefined && was !== text ? untrusted(was) : undefined }),
  } as const
  return [...document.adoptNode(parsed(renderBody(body)).body).childNodes]
}
