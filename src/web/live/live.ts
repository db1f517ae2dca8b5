import { present } from '../../records/present.ts'
import { browser } from '../../rules/limits.ts'
import { followArrivals } from './arrivals.ts'
import { retryAfter, waitAfter } from '../sending/backoff.ts'
import type { Outcome } from '../sending/call.ts'
import { takeTurns } from './leader.ts'
import type { OnPage } from '../on_page.ts'
import { pause } from './pause.ts'
import { openWatching } from './watching.ts'

/**
 * One wait for a person over all tabs: it returns when a thing that some tab shows has moved, or the inbox has. Tabs
 * exchange only facts; each fetches its own page.
 */
export function follow(page: OnPage): void {
  const { call, refresh, whenDrawn } = page
  const channel = new BroadcastChannel('svc')
  const tab = crypto.getRandomValues(new Uint32Array(2)).join('')
  const watching = openWatching()
  const behind = openBehind(refresh)
  let asking: AbortController | undefined
  let cursor: number | undefined
  let wasLed = false

  followArrivals(page)
  whenDrawn((acted) => {
    tell({ tab, shows: shown() })
    // to a tab with an older script it is news
    if (acted) channel.postMessage({ acted, moved: [], news: true, waits: counted(), cursor } satisfies TabMessage)
  })
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => heard(data))
  addEventListener('pagehide', () => tell({ tab, shows: undefined }))
  addEventListener('pageshow', ({ persisted }) => persisted && tell({ tab, shows: shown() }))
  takeTurns(lead)

  function tell(said: TabMessage): void {
    channel.postMessage(said)
    heard(said)
  }

  function heard(said: TabMessage): void {
    if ('who' in said) channel.postMessage({ tab, shows: shown() } satisfies TabMessage)
    else if ('acted' in said) {
      // what is seen or taken in one tab moves nothing that others wait for
      if (showsInbox()) behind.fall()
    } else if ('tab' in said) {
      // the current wait does not cover this tab's page
      if (watching.shows(said.tab, said.shows)) asking?.abort()
    } else if ('moved' in said) {
      const mine = shown()?.split('@')
      const moved = said.moved.some(({ id, version }) => id === mine?.[0] && version !== mine[1])
      cursor = said.cursor
      if (moved || said.waits !== counted() || (said.news && showsInbox())) behind.fall()
    }
  }

  async function lead(signal: AbortSignal): Promise<void> {
    channel.postMessage({ who: true } satisfies TabMessage)
    // events between two turns were not observed
    if (wasLed) behind.fall()
    wasLed = true
    await waitAgain(signal, ask, pass)
  }

  /** Undefined when a tab shows something else now. */
  async function ask(signal: AbortSignal): Promise<Outcome | undefined> {
    const { signal: changed } = (asking = new AbortController())
    const asked = question(cursor, watching.asked(browser.live.watched))
    const outcome = await call('ui_inbox', asked, AbortSignal.any([signal, changed]))
    return changed.aborted ? undefined : outcome
  }

  function pass({ inbox, moved = [], waits: now = 0 }: Inbox): void {
    const last = inbox.last_seq ?? 0
    const news = cursor !== undefined && last > cursor
    for (const { id, version } of moved) watching.moved(id, version)
    tell({ moved, news, waits: now, cursor: last })
  }
}

/** A hidden tab that fell behind refreshes when it becomes visible. */
function openBehind(refresh: OnPage['refresh']) {
  let behind = false
  function catchUp(): void {
    if (!behind || document.visibilityState !== 'visible') return
    behind = false
    void refresh()
  }
  document.addEventListener('visibilitychange', catchUp)
  return {
    fall(): void {
      behind = true
      catchUp()
    },
  }
}

/** Waits again and again until the turn ends or is refused; after a failure a little longer each time. */
async function waitAgain(
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Outcome | undefined>,
  pass: (inbox: Inbox) => void,
): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    const outcome = await ask(signal)
    if (!outcome) {
      await pause(browser.live.gather, signal, window)
      continue
    }
    if (outcome.is === 'done') {
      failures = 0
      pass(outcome.data as unknown as Inbox)
      continue
    }
    if (outcome.is === 'refused' && outcome.refusal.status < 429) return
    failures += 1
    await pause(waitAfter(failures, retryAfter(outcome)), signal, window)
  }
}

function question(cursor: number | undefined, watch: readonly string[]): Record<string, unknown> {
  const known = cursor === undefined ? { after: 0 } : { after: cursor, wait: browser.live.wait / 1000 }
  return present({ ...known, limit: 1, watch: watch.length > 0 ? watch : undefined })
}

type TabMessage =
  | { readonly who: true }
  | (Omit<News, 'cursor'> & { readonly acted: boolean; readonly cursor: number | undefined })
  | { readonly tab: string; readonly shows: string | undefined }
  | News

interface News {
  readonly moved: Inbox['moved'] & object
  readonly news: boolean
  readonly waits: number
  readonly cursor: number
}

interface Inbox {
  readonly inbox: { readonly last_seq?: number }
  readonly moved?: readonly { readonly id: string; readonly version?: string }[]
  readonly waits?: number
}

const shown = (): string | undefined => document.querySelector('main')?.dataset['watch']

/** The count shown in the bar, which may have been drawn while notices of an act were still under way. */
const counted = (): number => Number(document.querySelector<HTMLElement>('.bar .yours .n')?.dataset['waits'] ?? 0)

const showsInbox = (): boolean => ['/', '/inbox', '/tasks', '/dm'].includes(location.pathname)
