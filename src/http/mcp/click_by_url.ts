import { type InputRequiredResult, inputRequired, inputResponse } from '@modelcontextprotocol/server'
import type { ToolResult } from './result.ts'

/** Key of the only input request: open the page where the person has to act. */
const click = 'click'

/**
 * Asks the person, through their client, to act on the page where they can do what a call was refused; the client opens it
 * and sends the call again. The person acts there, signed in: what the client reports about it grants nothing here.
 */
export function clickByUrl(
  result: ToolResult,
  url: string,
  answered: Record<string, unknown> | undefined,
): InputRequiredResult | ToolResult {
  const [{ text: message }] = result.content
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
