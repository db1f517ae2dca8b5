import { present } from '../../records/present.ts'
import type { ActForm } from '../../render/acts/act_fields.ts'
import type { Refused } from '../../render/page_arguments.ts'
import { placesToGoOn } from '../../render/marks/form/act.ts'
import { html } from '../../render/html.ts'
import { isOvertaken, refusalWords } from '../../render/words/refusals_for_people.ts'
import { dailyLimit } from '../../rules/refusals/daily_limit_reason.ts'
import type { ToolResult } from './adapter.ts'
import type { Notice } from './notice.ts'
import type { Shown } from './shown.ts'

/** Returns a tool's refusal for display; undefined after a success. */
export function refusedIn(act: string, fields: ActForm['fields'], result: ToolResult): Refused | undefined {
  const { isError, structuredContent = {} } = result
  const isLimit = structuredContent['limit_reached'] === true
  if (isError !== true && !isLimit) return undefined
  const { error, reason, message, ...details } = structuredContent
  return {
    act,
    fields,
    code: String(error),
    reason: isLimit ? dailyLimit : String(reason),
    message: typeof message === 'string' ? message : 'That did not work.',
    details,
  }
}

/** The act needs a click on a page of the service; where it can be suggested, the form offers that here. */
export const leadsElsewhere = ({ reason, details }: Refused): boolean =>
  (typeof details['act_url'] === 'string' && reason !== 'suggestions_only') || reason === 'view_token'

/** The click was not paid for. Where its host may not click at all, the first token is refused already. */
export const isUnpaid = ({ structuredContent: said = {} }: ToolResult): boolean =>
  said['reason'] === 'view_token' || said['reason'] === 'host_cannot'

/** Another participant answered first, or the card is old: redraw it. */
export const isOutdated = ({ reason }: Refused): boolean => isOvertaken(reason) || reason === 'unreadable'

export function refusalSaid(refused: Refused, shown: Shown | undefined): Notice {
  const place = refused.details['act_url']
  if (leadsElsewhere(refused)) return elsewhere(shown, typeof place === 'string' ? place : undefined)
  const [way] = placesToGoOn(refused)
  const url = way && URL.parse(way.url, shown?.origin)?.href
  return present({
    words: refusalWords(refused),
    look: 'wrong',
    way: way && url ? { words: way.words, url } : undefined,
  })
}

/** A notice that links to the page where the act can be done. */
export function elsewhere(shown: Shown | undefined, place?: string): Notice {
  const url = place ?? shown?.actOnWeb ?? shown?.approveOnWeb ?? shown?.origin
  const words = html`This chat may not decide for you. <b>It takes one click in the browser.</b>`
  return present({ words, way: url === undefined ? undefined : { words: 'Open', url } })
}
