import { type Html, html } from '../../html.ts'
import { listed } from '../in_words.ts'
import { titleLink } from '../names.ts'
import type { ThreadRef } from '../../../records/refs.ts'

/** Said before a suggestion is accepted, for a settled flag stays settled. */
export const settledWith = (flags: readonly ThreadRef[] = []): Html | undefined =>
  flags.length === 0
    ? undefined
    : html`<p class="small soft">Accepting it settles ${listed(flags.map(({ id, title }) => titleLink(`/t/${id}`, title)))}. Taking it back later does not open ${flags.length === 1 ? 'that' : 'those'} again.</p>\n`
