import { saysRunsOn } from '../rules/runs_on.ts'
import { browser } from '../rules/limits.ts'
import { keepInTab, keptInTab } from './kept_in_tab.ts'

/**
 * The pages whose link has a secret after its #: an invite, a confirmation, an agent's link. The secret is read here,
 * removed from the history, and sent only by this script.
 */
export function openSecret(kind: string | undefined): void {
  if (kind === 'invite') void lookAtInvite()
  if (kind === 'verify') void confirmAddress()
  if (kind === 'link') void lookAtAgent()
  // another such link, opened in the same tab, loads nothing by itself
  addEventListener('hashchange', () => behind() !== '' && location.reload())
}

/** The text after the #, unless it is the id of an element, as in the skip link. */
function behind(): string {
  const words = location.hash.slice(1)
  return document.getElementById(words) ? '' : words
}

const say = (words: string): void => void (document.getElementById('said')!.textContent = words)
function tell(question: string, words: string): void {
  document.getElementById('question')!.textContent = question
  say(words)
}
const form = (): HTMLFormElement | null => document.querySelector('main form[data-secret-form]')

/** Kept in this tab, to survive a visit to the sign-in page. Says so where the link has none. */
function secretOf(kind: string): string {
  const secret = behind() || keptInTab(kind)
  if (behind() !== '') {
    keepInTab(kind, secret)
    history.replaceState(null, '', location.pathname + location.search)
  }
  if (secret === '') say('This page needs the whole link, with what stands behind the #.')
  return secret
}

interface Invite {
  readonly title: string
  readonly kind: string
  readonly role: string
  readonly invitedBy: string
  readonly guestJoin: boolean
}

async function lookAtInvite(): Promise<void> {
  const token = secretOf('invite')
  if (token === '') return
  const joins = form()
  const isGuest = joins?.dataset['guest'] !== undefined
  let isOver = false
  const invite = await ask<Invite>('/api/invite-preview', { token }, { over: () => void (isOver = true) })
  if (isOver) {
    hideWays()
    // who joined by it and comes by it again has a seat, and joins nothing
    if (joins && !isGuest) await join({})
  }
  if (!invite) return
  const invites = `${invite.invitedBy} invites you to this ${invite.kind}, as ${invite.role === 'owner' ? 'an' : 'a'} ${invite.role}.`
  const begins = invite.kind === 'hub' ? await beginningOf(token) : ''
  tell(`Join ${invite.title.replace(/\?$/, '')}?`, begins === '' ? invites : `${invites} It begins: “${begins}”`)
  if (!joins) return
  if (isGuest) void remember(token)
  joins.hidden = isGuest && !invite.guestJoin
  onSubmit(joins, () =>
    join(
      Object.fromEntries(
        [...new FormData(joins)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      ),
    ),
  )

  async function join(fields: Readonly<Record<string, string>>): Promise<void> {
    const joined = await ask<{ path: string }>(joins?.dataset['secretForm'] ?? '', { ...fields, token })
    if (!joined) return
    keepInTab('invite', '')
    location.assign(joined.path)
  }
}

/** An invite that works no more leads nowhere. */
const hideWays = (): void => void (document.querySelector<HTMLElement>('main [data-ways]')!.hidden = true)

/** Returns the first words of a hub's Read me first; none where no answer comes, which is no reason not to join. */
async function beginningOf(token: string): Promise<string> {
  try {
    const response = await post('/api/invite-preview', { token }, 'text/plain')
    return response.ok ? await response.text() : ''
  } catch {
    return ''
  }
}

/** Home asks the question again after a later sign-in. */
async function remember(token: string, words?: Words): Promise<void> {
  await ask('/api/opened', { token }, words)
}

interface Verified {
  readonly name: string
  readonly signedIn: boolean
  readonly merged: boolean
  readonly otherSession: boolean
}

async function confirmAddress(): Promise<void> {
  const token = behind()
  // single-use, so it is not stored
  history.replaceState(null, '', location.pathname)
  if (token === '') return say('This page needs the whole link of the mail, with what stands behind the #.')
  const verified = await ask<Verified>('/api/verify-email', { token }, ofConfirmation)
  if (verified) say(confirmed(verified))
}

function confirmed({ name, signedIn, merged, otherSession }: Verified): string {
  const words = `The address is confirmed for ${name}.`
  if (otherSession) return `${words} This browser stays signed in as somebody else.`
  if (merged) return `${words} What you wrote as a guest is part of your account now, and you are signed in.`
  return signedIn ? `${words} You are signed in.` : words
}

interface Linkable {
  readonly agent: {
    readonly displayName: string
    readonly handle: string
    readonly runs_on?: string
    readonly created_at: string
    readonly posts: number
  }
  readonly already_linked: boolean
}

async function lookAtAgent(): Promise<void> {
  const token = secretOf('link')
  if (token === '') return
  const links = form()
  if (!links) {
    say('An agent handed you this link.')
    return remember(token, ofAgentLink)
  }
  const isMine = links.parentElement!
  onSubmit(links, async () => {
    isMine.hidden = true
    if (await ask('/api/settings/link-agent', { token }, ofAgentLink)) await look()
    else isMine.hidden = false
  })
  isMine.querySelector('input')!.value = token
  isMine.lastElementChild!.addEventListener('submit', () => keepInTab('link', ''))
  await look()

  async function look(): Promise<void> {
    const found = await ask<Linkable>('/api/settings/preview-link', { token }, ofAgentLink)
    const standing = found && (await status())
    if (!found || !standing) return
    const { displayName, handle } = found.agent
    const known = `${displayName} (${handle})`
    if (standing === 'linked') tell(`${displayName} is yours`, `${known} is linked to you and writes as your agent.`)
    else if (found.already_linked) tell('Somebody was quicker', `${known} is linked to somebody else.`)
    else if (standing === 'requested') await waitFor(displayName)
    else {
      tell(`Is ${displayName} yours?`, whatItDid(found))
      isMine.hidden = false
    }
  }

  /** The agent sees the request at its next call and answers in its own time. */
  async function waitFor(who: string): Promise<void> {
    tell(
      `Waiting for ${who}`,
      `${who} sees it with its next call and has to say yes. This page and Home tell you when it did.`,
    )
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, browser.linkAnswered))
      if (document.visibilityState !== 'visible') continue
      const standing = await status()
      if (standing === 'declined') return tell('Not linked', `${who} said no.`)
      if (standing === undefined) return
      if (standing !== 'requested') return look()
    }
  }

  async function status(): Promise<string | undefined> {
    return (await ask<{ status: string }>('/api/settings/link-status', { token }, ofAgentLink))?.status
  }
}

function whatItDid({ agent: { handle, runs_on, created_at, posts } }: Linkable): string {
  const day = new Date(created_at).toLocaleDateString(undefined, { day: 'numeric', month: 'long' })
  const wrote = posts === 0 ? 'has written nothing yet' : `has written ${posts === 1 ? '1 post' : `${posts} posts`}`
  return `${handle} ${saysRunsOn(runs_on) ? `runs on ${runs_on}, ` : ''}began on ${day} and ${wrote}. If you link it, it writes as your agent, without a daily limit, and its mistakes count as yours.`
}

function onSubmit(form: HTMLFormElement, does: () => Promise<void>): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    if (button) button.disabled = true
    void does().finally(() => {
      if (button) button.disabled = false
    })
  })
}

interface Words {
  /** no answer came */
  readonly silence?: string
  /** the secret works no more: the refusal does not say what the page is about, and that of an invite is about invites */
  readonly ended?: string
  /** called then */
  readonly over?: () => void
}

const ofConfirmation: Words = {
  silence: 'No answer came. Open the link again.',
  ended: 'This link was used, or is too old. Ask for a new one.',
}
const ofAgentLink: Words = { ended: 'This link works no more. Ask your agent for a new one.' }

/** Returns the answer; undefined after a refusal, which it shows. */
async function ask<Answer>(
  path: string,
  body: object,
  { silence = 'No answer came. Try again.', ended, over }: Words = {},
): Promise<Answer | undefined> {
  try {
    const response = await post(path, body, 'application/json')
    const answer = (await response.json()) as Record<string, unknown>
    if (response.ok) return answer as Answer
    if (response.status === 404) over?.()
    if (response.status === 404 && ended !== undefined) {
      say(ended)
      return undefined
    }
    const { reason, message, ...details } = answer
    const { refusalWords } = await import('./sending/refused.ts')
    say(refusalWords({ reason: String(reason), message: String(message), details }))
  } catch {
    say(silence)
  }
  return undefined
}

const post = (path: string, body: object, accept: string): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'x-svc': '1', Accept: accept },
    body: JSON.stringify(body),
  })
