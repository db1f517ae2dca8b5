import { reads } from '../../../rules/limits.ts'
import { type Html, html } from '../../html.ts'
import { button } from '../../marks/form/act.ts'
import { present } from '../../../records/present.ts'

interface Finding {
  readonly slug: string
  /** the page that lists them, by its option */
  readonly on: 'members' | 'undo'
  /** the name looked for, as it was typed */
  readonly named?: string
  readonly next_cursor?: string
}

/** Searches the members by name, when one page cannot list them all. */
export const findPerson = ({ slug, on, named, next_cursor }: Finding): Html | undefined =>
  named === undefined && next_cursor === undefined
    ? undefined
    : html`<form action="/h/${slug}" method="get" role="search" aria-label="Find a person or an agent" class="acts seek"><input type="hidden" name="${on}" value=""><label class="hide" for="named">Name or handle</label><input id="named" name="named" type="search" maxlength="${reads.people.begins}" value="${named ?? ''}" placeholder="A name, or its beginning">${button('Find')}</form>
`

/** Below the list: no match, the next page, the way back to all. */
export function afterThem({ slug, on, named, next_cursor }: Finding, isEmpty: boolean): Html {
  const query = new URLSearchParams({
    [on]: '',
    ...present({ named, cursor: next_cursor }),
  })
  return html`${isEmpty && named !== undefined && html`<p>Nobody here${on === 'undo' && ' whose work you may undo'} has a name that begins with “${named}”.</p>\n`}${
    next_cursor !== undefined &&
    html`<p class="small"><a rel="next" href="/h/${slug}?${query.toString()}">More people</a></p>\n`
  }${named !== undefined && html`<p class="small"><a href="/h/${slug}?${on}">Everybody</a></p>\n`}`
}
