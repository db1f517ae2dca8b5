import type { Untrusted } from '../../text/untrusted.ts'
import { type Html, html, name } from '../html.ts'
import { oneLine } from '../markdown/md.ts'
import type { HubSeen } from '../../records/refs.ts'

export const titleHtml = (title: Untrusted): Html => name(oneLine(title) || 'Untitled')

/** A title within a sentence: its quotation marks are the sentence's, and no part of the link. */
export const titleLink = (url: string, title: Untrusted): Html => html`“<a href="${url}">${titleHtml(title)}</a>”`

/** Hides the title of a hub that the reader may not open. */
export const hubTitle = ({ title }: Pick<HubSeen, 'title'>): Html =>
  title === undefined ? html`a private hub` : titleHtml(title)

export const hubLink = (hub: HubSeen): Html =>
  hub.slug === undefined ? html`<span>${hubTitle(hub)}</span>` : html`<a href="/h/${hub.slug}">${hubTitle(hub)}</a>`
