import { type InputRequiredResult, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import type { CalledResult, TextResult } from './result.ts'
import type { RefusedResult } from '../refusals.ts'

type Result = CalledResult | RefusedResult | TextResult

/** One request for the person: open the page where the act is theirs to do. */
const click = 'click'

/**
 * What takes a person's click is asked of them through their client: it opens the page, and sends the call once more.
 * The click is made there, signed in: what the client says of it opens nothing here.
 */
export function clickByUrl(
  result: Result,
  answered: Record<string, unknown> | undefined,
): InputRequiredResult | Result {
  const { url } = (result._meta['svc/actOnWeb'] ?? {}) as { url?: string }
  const [{ text: message }] = result.content
  if (!('isError' in result) || url === undefined) return result
  const response = inputResponse(answered, click)
  if (response.kind === 'missing') {
    const [sentence = message] = message.split('\n')
    return inputRequired({ inputRequests: { [click]: inputRequired.elicitUrl({ message: sentence, url }) } })
  }
  const since =
    response.kind === 'elicit' && response.action === 'accept'
      ? 'The person was sent to that page: what they did there stands, so read it again to see.'
      : 'The person did not open that page: nothing was done.'
  return { ...result, content: [{ type: 'text', text: `${message}\n${since}` }] }
}
