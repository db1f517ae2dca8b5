import { saysRunsOn } from '../../rules/runs_on.ts'
import { browser } from '../../rules/limits.ts'
import { newElement } from '../new_element.ts'
import type { OnPage } from '../on_page.ts'
import { say } from './say.ts'

/** Polls for the first call of an agent with a new key, and reports its arrival. */
export function awaitArrivals({ call, draw, parsed, whenDrawn }: OnPage): void {
  let waitingFor: string | undefined
  whenDrawn(() => {
    const card = document.querySelector<HTMLElement>('main [data-key-of]')
    const agent = card?.dataset['keyOf']
    if (!card || !agent || agent === waitingFor || card.dataset['keyState'] === 'arrived') return
    waitingFor = agent
    void watch(agent, Date.now() + browser.keyArrives.within)
  })

  async function watch(agent: string, until: number): Promise<void> {
    while (waitingFor === agent && Date.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, browser.keyArrives.every))
      if (document.visibilityState !== 'visible') continue
      const card = document.querySelector<HTMLElement>(`main [data-key-of="${CSS.escape(agent)}"]`)
      if (!card) break
      const outcome = await call('credentials', {})
      if (outcome.is === 'refused') break
      const found = outcome.is === 'done' && agentsIn(outcome.data).find(({ id }) => id === agent)
      if (!found || !found.last_active_at) continue
      const words = arrived(found)
      card.dataset['keyState'] = 'arrived'
      const place = card.querySelector('[data-arrival]') ?? card
      place.replaceChildren(newElement('p', { class: 'state good' }, words))
      say(words)
      await drawBeside(card)
      break
    }
    if (waitingFor === agent) waitingFor = undefined
  }

  /** Redraws the rest of the page; the card stays, because a fetched page does not contain the key. */
  async function drawBeside(card: Element): Promise<void> {
    const to = await fetch(location.pathname + location.search, { headers: { Accept: 'text/html' } })
      .then(async (answer) => answer.ok && parsed(await answer.text()))
      .catch(() => undefined)
    const next = to && to.querySelector('main #agents article')
    if (!next) return
    next.before(to.importNode(card, true))
    draw(to, { answer: true })
  }
}

interface Agent {
  readonly id: string
  readonly displayName: string
  readonly runs_on?: string
  readonly last_active_at?: string
}

const agentsIn = (data: Readonly<Record<string, unknown>>): readonly Agent[] => data['agents'] as readonly Agent[]

/** "Crumb is here. Its first call came 40 seconds ago from Codex." */
function arrived({ displayName, runs_on, last_active_at }: Agent): string {
  const seconds = Math.max(1, Math.round((Date.now() - Date.parse(last_active_at ?? '')) / 1000))
  const ago = seconds === 1 ? '1 second' : seconds < 90 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`
  return `${displayName} is here. Its first call came ${ago} ago${saysRunsOn(runs_on) ? ` from ${runs_on}` : ''}.`
}
