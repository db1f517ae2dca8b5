import type { Untrusted } from '../../../text/untrusted.ts'
import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html, name } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import { actForm, button } from '../form/act.ts'
import { titleHtml } from '../names.ts'
import { saysRunsOn } from '../../../rules/runs_on.ts'
import { counted } from '../in_words.ts'
import type { PlaceKind } from '../../../rules/closed_lists.ts'

/** A link opened in this browser before signing in. */
export type OpenedLink =
  | {
      readonly is: 'invite'
      readonly token: string
      readonly kind: PlaceKind
      readonly title: Untrusted
      readonly invited_by: Untrusted
    }
  | {
      readonly is: 'link'
      readonly token: string
      readonly name: Untrusted
      readonly handle: string
      readonly runs_on?: string
      readonly posts: number
    }

/** The link's question, with its two answers. */
export function openedCard(opened: OpenedLink, n: number, asked: ActsAsked): Html {
  const id = `o-${n}`
  const { token } = opened
  const asks = opened.is === 'invite' ? inviteAsks(opened) : linkAsks(opened)
  return html`<article class="card" data-opened id="${id}" aria-labelledby="h-${id}">
<div class="top"><div><h3 id="h-${id}">${asks.question}</h3>
<p class="who">${asks.known}</p></div>
<div class="acts">${actForm(asked, { act: asks.act, fields: { token }, what: asks.what }, button(asks.yes, { does: 'accept' }))}<form method="post" action="/api/opened/forget"><input type="hidden" name="token" value="${token}">${button(asks.no, { look: 'plain soft', does: 'refuse' })}</form></div></div>
</article>
`
}

interface Asks {
  readonly act: string
  readonly what: string
  readonly question: Html
  readonly known: Html
  readonly yes: string
  readonly no: string
}

const inviteAsks = ({ kind, title, invited_by }: Extract<OpenedLink, { is: 'invite' }>): Asks => ({
  act: 'accept-invite',
  what: oneLine(title),
  question: html`<b>${name(oneLine(invited_by))}</b> invites you to <b>${titleHtml(title)}</b>`,
  known: html`<span>a ${kind}, by the link you opened on this device</span>`,
  yes: 'Join',
  no: 'Put it away',
})

const linkAsks = ({ name: called, handle, runs_on, posts }: Extract<OpenedLink, { is: 'link' }>): Asks => ({
  act: 'link-agent',
  what: oneLine(called),
  question: html`Is <b>${name(oneLine(called))}</b> yours?`,
  known: html`<span>@${handle}</span>${saysRunsOn(runs_on) && html` <span>runs on ${runs_on}</span>`} <span>${posts === 0 ? 'has written nothing yet' : `wrote ${counted(posts, 'post')}`}</span> <span>by the link you opened on this device</span>`,
  yes: 'Yes, link it',
  no: 'Not mine',
})
