import { renderBody } from '../../render/body.ts'
import { untrusted } from '../../text/untrusted.ts'
import type { OnPage } from '../on_page.ts'
import { trustAs } from '../trusted.ts'

interface Reading {
  /** the level of the first heading */
  readonly top: number
  /** the previous text, against which changes are marked */
  readonly was?: string | undefined
}

/** Renders text with the same printer as the pages. */
export function renderedText({ parsed, trusted }: OnPage, text: string, { top, was }: Reading): ChildNode[] {
  trustAs(trusted)
  const body = {
    key: '',
    text: untrusted(text),
    as: 'html',
    labels: false,
    origin: location.origin,
    top,
    was: was !== undefined && was !== text ? untrusted(was) : undefined,
  } as const
  return [...document.adoptNode(parsed(renderBody(body)).body).childNodes]
}
