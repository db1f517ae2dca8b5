import type { Stamped } from '../../../reading/stamp.ts'
import type { Html } from '../../../render/html.ts'
import type { PageAsked } from '../../../render/page_arguments.ts'
import type { Caller, Reader } from '../../../rules/caller.ts'
import type { SearchedBy } from '../../../tools/call/in_turn.ts'
import type { IpLimit, IpLimits } from '../../request/count_per_ip.ts'
import { type EncodedPage, ownPage } from './encoded_page.ts'
import type { Format } from './format.ts'
import type { Options } from './options.ts'
import type { ReadingParts } from '../../../reading/reading_parts.ts'
import type { CallAppTool } from '../../../tools/app/call.ts'
import type { CallSettings } from '../../../tools/settings/call.ts'
import type { ToolParts } from '../../../tools/tool_parts.ts'
import { randomUUID } from 'node:crypto'
import { assets } from '../../assets.ts'

export interface PageRequest {
  readonly reader: Reader
  /** the participant signed in with this browser */
  readonly caller?: Caller
  /** whose turn a search without a session takes */
  readonly from?: SearchedBy
  /** aborts when every client that asked for the page has gone */
  readonly gone?: AbortSignal
  /** links opened in this browser before sign-in */
  readonly opened?: readonly string[]
  /** what the template is given */
  readonly asked: PageAsked
  readonly format: Format
  readonly options: Options
}

/** A page of the service: its key, and how it is rendered for a reader. */
export interface ServedPage {
  /** identifies the thing; with format and options it is the cache key. Undefined when no such thing can exist */
  readonly key: string | undefined
  /** whose stamp validates the cached page; absent when the page is rendered again after a second instead */
  readonly of?: { readonly kind: Stamped; readonly id: string }
  /** the options it uses; others do not enter the cache key */
  readonly takes: readonly (keyof Options)[]
  readonly load: (asked: PageRequest) => Promise<EncodedPage | undefined>
  /** for a signed-in caller who may not see it: a page of its own instead of the common one */
  readonly missing?: (asked: PageRequest & { readonly caller: Caller }) => Promise<Html>
  /** signed in, the page itself reads what its bar shows, together with its other data */
  readonly readsMe?: boolean
  /** a key gets the signed-out form */
  readonly personalOnlyBySession?: boolean
  /** fixed by the path */
  readonly format?: 'md'
  /** another route serves its HTML */
  readonly onlyMarkdown?: boolean
  /** signed out it redirects to /signin, which returns here */
  readonly signedInOnly?: boolean
  /** the limit that counts its requests, for every visitor; other pages count signed-out visitors only */
  readonly counts?: IpLimit
}

/** A page of the web app, for one person. */
export const personalPage = (
  key: string | undefined,
  draw: (asked: PageRequest & { readonly caller: Caller }) => Promise<Html | undefined>,
): ServedPage => ({
  key,
  takes: [],
  signedInOnly: true,
  async load({ caller, ...asked }) {
    const html = caller && (await draw({ ...asked, caller }))
    return html && ownPage(html)
  },
})

type OfTools =
  | keyof ReadingParts
  | 'config'
  | 'clock'
  | 'searching'
  | 'readInTurn'
  | 'searchInTurn'
  | 'pool'
  | 'behind'
  | 'windows'
  | 'notedReads'
  | 'pauses'

/** Dependencies of the pages. */
export interface ViewParts extends Pick<ToolParts, OfTools> {
  readonly ipLimits: Pick<IpLimits, 'count'>
  /** The version of an actor that changed since this instance began to listen; undefined when no change was heard. */
  readonly versionOf: (actorId: string) => number | undefined
  /** Returns the participants that hold a wait on an actor in this process. */
  readonly waitingOn: (actorId: string) => ReadonlySet<string>
  readonly credentials: Pick<ToolParts['credentials'], 'callerOf' | 'sessionOf'>
  /** the doors that the forms of pages act through */
  readonly callApp: CallAppTool
  readonly callSettings: CallSettings
}

/** The arguments of every page, whoever asks for it. */
export const pageAsked = ({ config, clock }: Pick<ViewParts, 'config' | 'clock'>): PageAsked => ({
  assets,
  origin: config.baseUrl,
  now: clock.now(),
  key: randomUUID,
})
