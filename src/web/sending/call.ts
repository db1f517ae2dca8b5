import type { dailyLimit } from '../../rules/refusals/daily_limit_reason.ts'
import type { Refused } from '../../render/page_arguments.ts'
import type { ErrorCode } from '../../rules/errors.ts'
import { browser } from '../../rules/limits.ts'

/** One call of an app tool or settings operation, and its possible outcomes. */

type Data = Readonly<Record<string, unknown>>

export interface Refusal extends Pick<Refused, 'code' | 'reason' | 'message' | 'details'> {
  readonly status: number
}

export type Outcome =
  | { readonly is: 'done'; readonly data: Data; readonly view?: unknown }
  | { readonly is: 'refused'; readonly refusal: Refusal }
  /** nothing was changed; `again` is in milliseconds */
  | { readonly is: 'busy'; readonly again: number }
  /** no answer: the outcome is unknown */
  | { readonly is: 'offline' }

export async function call(act: string, args: Data, signal?: AbortSignal): Promise<Outcome> {
  const tool = act.startsWith('ui_')
  const body = JSON.stringify(args)
  try {
    const answer = await fetch(tool ? `/api/tools/${act}` : `/api/settings/${act}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'x-svc': '1' },
      body,
      // the request outlives the page; browsers allow that only for small bodies
      keepalive: !signal && body.length < browser.keptAlive,
      signal: signal ?? null,
    })
    const said = await jsonIn(answer)
    // paused is 503 too, but by a decision of the service's moderators: trying again every few seconds does not help
    if (answer.status >= 500 && said['error'] !== ('paused' satisfies ErrorCode))
      return { is: 'busy', again: Number(answer.headers.get('Retry-After') ?? 0) * 1000 }
    if (!answer.ok) return { is: 'refused', refusal: refusalOf(answer.status, said) }
    if (!tool) return { is: 'done', data: said }
    const data = said['data'] as Data
    // tools do not report this as an error, but to a person the text was not saved
    if (data['limit_reached'] === true) return { is: 'refused', refusal: usedUp(data) }
    return { is: 'done', data, view: said['view'] }
  } catch {
    return { is: 'offline' }
  }
}

/** A proxy in front answers with what is no JSON when nothing is behind it. */
const jsonIn = async (answer: Response): Promise<Data> =>
  (await answer.json().catch((error: unknown) => {
    if (answer.status >= 500) return {}
    throw error
  })) as Data

const refusalOf = (status: number, { error, reason, message, ...details }: Data): Refusal => ({
  status,
  code: String(error),
  reason: String(reason),
  message: String(message),
  details,
})

const usedUpReason: typeof dailyLimit = 'daily_limit'

const usedUp = (details: Data): Refusal => ({
  status: 200,
  code: 'rate_limited',
  reason: usedUpReason,
  message: '',
  details,
})
