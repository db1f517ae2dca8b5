import { endingOf } from '../../render/acts/acts.ts'
import { html } from '../../render/html.ts'
import { refusalWords } from '../../render/words/refusals_for_people.ts'
import { browser } from '../../rules/limits.ts'
import type { Refusal } from './call.ts'
import type { OnPage } from '../on_page.ts'
import type { Unanswered } from './unanswered.ts'

/** Loaded when a page was left before an answer came: shows refusals, with the text that was refused. */
export function tellUnheard(page: OnPage, left: readonly Unanswered[]): void {
  for (const one of left) {
    if (one.at > Date.now() - browser.outcomeAskedFor) void ask(page, one, 0)
    else page.unheard.drop(one)
  }
}

/** Repeats the call with the same key, which changes nothing twice: it returns the earlier result, or acts now. */
async function ask(page: OnPage, one: Unanswered, tries: number): Promise<void> {
  const outcome = await page.call(one.act, one.args)
  // still stored, so the next page asks
  if (outcome.is === 'offline') return
  if (outcome.is === 'busy') {
    if (tries >= tried) return
    const wait = Math.max(browser.live.again.least, outcome.again)
    return void setTimeout(() => void ask(page, one, tries + 1), wait)
  }
  page.unheard.drop(one)
  if (outcome.is === 'refused') return say(page, one, outcome.refusal)
  one.drafts?.forEach((place) => page.drafts?.drop(place))
  // the page may have been rendered before the act was done
  await page.refresh()
}

const tried = 5

function say({ elementsOf }: OnPage, { act, args, fields, path }: Unanswered, refusal: Refusal): void {
  const what = fields['what'] ?? 'this'
  const question = endingOf(act).asks?.(what, fields)?.replace(/\?$/, '') ?? what
  const words = ['body', 'text', 'note']
    .map((field) => args[field])
    .find((one) => typeof one === 'string' && one !== '')
  const [notice] = elementsOf(
    html`<div class="notice wrong unheard" role="alert" data-own><p><b>Not done: ${question}.</b> ${refusalWords({ ...refusal, fields })}</p>${typeof words === 'string' && html`<blockquote>${words}</blockquote>`}<a class="button" href="${path}">Look again</a><button type="button" class="plain">Put away</button></div>`,
  )
  notice?.querySelector('button')?.addEventListener('click', () => notice.remove())
  document.querySelector('main')?.before(notice ?? '')
}
