import { html } from '../../render/html.ts'
import { browser } from '../../rules/limits.ts'
import { serverInfo } from '../../rules/server_info.ts'
import { openActing } from './acting.ts'
import { connect, type Fields, type Host, type HostContext, type ToolResult } from './adapter.ts'
import { openHeld } from './held.ts'
import { refusalSaid, refusedIn } from './refusing.ts'
import { type Call, readingAgain, readingFor, shownIn } from './shown.ts'
import { openStage } from './stage.ts'
import { openTokens } from './token.ts'

/**
 * The embedded view: draws the result of a tool, and acts when a person clicks. The tools check all rights, the view
 * none.
 */

const main = document.querySelector('#here') as HTMLElement
const stage = openStage(main)
const held = openHeld(browser.undo)
let asked: Fields = {}

const host: Host = await connect(
  {
    input: (args) => {
      asked = args
    },
    result: (result) => void take(result),
    cancelled: () => stage.say({ words: 'The call was stopped before it answered.' }),
    context: follow,
    teardown: () => held.flush(),
  },
  serverInfo.version,
)
const act = openActing({ host, stage, held, again: readAgain, tokens: openTokens(host) })
follow(host.context)
new ResizeObserver(() => host.sized(Math.ceil(main.getBoundingClientRect().height))).observe(main)
main.addEventListener('click', clicked)
main.addEventListener('submit', (event) => {
  // Enter in the only field of a form submits it without a click
  event.preventDefault()
  void act(event.target as HTMLFormElement)
})
main.addEventListener('keydown', ({ key, metaKey, ctrlKey, target }) => {
  if (key !== 'Enter' || !(metaKey || ctrlKey)) return
  ;(target as Element).closest('form')?.querySelector<HTMLButtonElement>('button.go')?.click()
})
host.ready()

/** Sets the theme on the body: a root with its own colour scheme would lose the host's background. */
function follow({ theme }: HostContext): void {
  if (theme !== undefined) document.body.dataset['theme'] = theme
}

/** Draws the result of the host's call. Some hosts drop what is not for the model; the card is then read again. */
async function take(result: ToolResult): Promise<void> {
  const refused = refusedIn('', {}, result)
  if (refused) return stage.say(refusalSaid(refused, stage.shown))
  const card = shownIn(result)
  await (card ? stage.show(card) : read(readingFor(result)))
}

async function readAgain(): Promise<void> {
  if (stage.shown) await read(readingAgain(stage.shown.view, asked))
}

async function read({ tool, args }: Call): Promise<void> {
  const card = await host.call(tool, args).then(shownIn, () => undefined)
  if (card) stage.show(card)
  // an empty frame would look broken
  else if (!stage.shown) stage.say({ words: 'This chat does not show more of it here. The answer stands in the chat.' })
}

function clicked(event: MouseEvent): void {
  const target = (event.target as Element).closest<HTMLElement>('a[href], button')
  if (!target) return
  if (target instanceof HTMLButtonElement) {
    if (!target.form || target.type !== 'submit') return
    // the host's sandbox may forbid form submission, so the click is handled instead
    event.preventDefault()
    if (target.form.reportValidity()) void act(target.form, target)
    return
  }
  event.preventDefault()
  void leave(target.getAttribute('href') ?? '')
}

/** Opens links outside the frame, through the host. */
async function leave(href: string): Promise<void> {
  if (href.startsWith('#')) return document.getElementById(href.slice(1))?.scrollIntoView()
  if (!URL.canParse(href, stage.shown?.origin)) return
  const { href: url } = new URL(href, stage.shown?.origin)
  if (!(await host.open(url))) stage.say({ words: html`Open this in your browser: <span class="key">${url}</span>` })
}
