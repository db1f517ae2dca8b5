import type { Context, Middleware } from 'koa'
import { LRUCache } from 'lru-cache'
import { exploreView, frontView } from './front_and_explore.ts'
import { dmsView, oneDmView } from './dm.ts'
import { hubBriefView, hubView } from './hub.ts'
import { outView } from './out.ts'
import { padView } from './pad.ts'
import { openAssets } from '../assets.ts'
import { allowedMethods } from '../answer/allowed_methods.ts'
import { isForm } from '../request/form_body.ts'
import type { Direct, DirectAnswers } from '../before_koa.ts'
import { openActs } from './act.ts'
import { sendDirect } from './serving/send_page.ts'
import { namesHtml } from './serving/format.ts'
import { inviteView } from './invite.ts'
import { newView } from './new.ts'
import { movedToHub, oldHubPath } from './old_hub_address.ts'
import type { EncodedPage } from './serving/encoded_page.ts'
import { openPageCache, type PageCache } from './serving/page_cache.ts'
import type { ViewParts, ServedPage } from './serving/served_page.ts'
import { searchView } from './search.ts'
import { settingsView } from './settings.ts'
import { siteViews } from './site.ts'
import { postView } from './post.ts'
import { threadView } from './thread.ts'
import { openShow, type ParsedRequest, parseRequest } from './serving/page_steps.ts'
import { countSignedOutRead } from './serving/visitor.ts'
import { inboxPageView } from './inbox.ts'
import { tasksPageView } from './tasks.ts'

interface ViewRoutes {
  /**
   * Serves the pages, as one step before the router: the first letters of a path decide whether a page exists for it,
   * which is cheap enough for a cached page.
   */
  readonly pages: Middleware
  /** Whether `pages` has a page or a file for such a path, though it may be private or missing. */
  readonly isPage: (path: string) => boolean
  /** Handles the forms that pages post to themselves. */
  readonly acts: Middleware
  /**
   * Sends a signed-out page in Markdown from memory when the same request line came before. `otherwise` is called when
   * the network has exceeded its limit of reads.
   */
  readonly cachedPages: (...request: [...Parameters<Direct>, otherwise: () => void]) => boolean
  /** to be called after a write that does not pass through noteWrites */
  readonly wrote: () => void
  /** Wraps everything that can write: a read after a write through this instance sees its result. */
  readonly noteWrites: Middleware
}

export function viewRoutes(parts: ViewParts, direct: DirectAnswers): ViewRoutes {
  const cache = openPageCache(parts)
  const show = openShow(parts, cache)
  const assets = openAssets()
  const act = openActs(parts, show)

  const seen = new LRUCache<string, ParsedRequest>({ max: 5_000 })

  const site = siteViews(parts)

  function wanted(ctx: Context): ParsedRequest | undefined {
    const line = `${ctx.url} ${ctx.req.headers.accept ?? ''}`
    const known = seen.get(line)
    if (known) return known
    const view = viewAt(parts, ctx.path) ?? site.get(ctx.path)
    if (!view) return undefined
    const read = parseRequest(ctx, view)
    if (view.onlyMarkdown && read.format === 'html') return undefined
    if (line.length < 400) seen.set(line, read)
    return read
  }

  const isPage = (path: string): boolean =>
    (viewAt(parts, path) ?? site.get(path) ?? nowhere) !== nowhere ||
    path === '/out' ||
    oldHubPath.test(path) ||
    assets.has(path)

  /** Answers a path without a route with a page in the visitor's frame. */
  async function orNothing(ctx: Context, next: () => Promise<unknown>): Promise<void> {
    await next()
    if (ctx.status === 404 && ctx.body === undefined && allowedMethods(ctx, isPage).length === 0)
      await show(ctx, parseRequest(ctx, nowhere))
  }

  return {
    isPage,
    wrote: () => cache.touch(),
    cachedPages: cachedMarkdown(parts, direct, cache, seen),
    pages(ctx, next) {
      if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return next()
      const page = wanted(ctx)
      if (page) return show(ctx, page)
      const { path } = ctx
      if (path.startsWith('/assets/') && assets.serve(ctx)) return
      if (path === '/out') return outView(ctx, parts)
      if (path.startsWith('/b/')) return movedToHub(ctx, next)
      return namesHtml(ctx) ? orNothing(ctx, next) : next()
    },
    acts(ctx, next) {
      if (ctx.method !== 'POST' || !mayBeForm(ctx) || !isForm(ctx)) return next()
      const page = wanted(ctx)
      return page && page.format === 'html' ? act(ctx, page) : next()
    },
    noteWrites(ctx, next) {
      const { method } = ctx
      if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return next()
      return next().finally(() => cache.touch())
    },
  }
}

function cachedMarkdown(
  parts: ViewParts,
  direct: DirectAnswers,
  cache: PageCache,
  seen: LRUCache<string, ParsedRequest>,
): ViewRoutes['cachedPages'] {
  return (req, res, otherwise) => {
    const { method, headers } = req
    if (method !== 'GET' || headers.cookie !== undefined || headers.authorization !== undefined) return false
    const wanted = seen.get(`${req.url} ${headers.accept ?? ''}`)
    const key = wanted?.cacheKey
    if (wanted?.format !== 'md' || key === undefined || wanted.signedInOnly) return false
    if (wanted.view.counts !== undefined) return false
    const page = cache.fresh(key)
    const served = page && direct.hosts(req).served
    if (!page || page.type === 'text/html' || served === undefined) return false
    const send = (found: EncodedPage): void => sendDirect(req, res, found, direct.headers, served === 'canonical')
    if (!parts.config.pace) send(page)
    else
      countSignedOutRead(req, parts)
        .then(() => {
          // while the read was counted, the page may have changed or become private
          const still = cache.fresh(key)
          if (still) send(still)
          else otherwise()
        }, otherwise)
        .catch((error: unknown) => direct.refuse(req, res, error))
    return true
  }
}

/** A cheap test, since every call of a script passes here. */
const mayBeForm = ({ req }: Context): boolean => /urlencoded/i.test(req.headers['content-type'] ?? '')

/**
 * The pages that have an address of their own. Those whose address hides a secret after # are not here: `fragmentPages`
 * has /link, /verify and /invite in HTML, and app.ts mounts it. Here /invite is for programs, which ask for Markdown.
 */
const fixedPages: Readonly<Record<string, (parts: ViewParts) => ServedPage>> = {
  '/': frontView,
  '/explore': exploreView,
  '/search': searchView,
  '/invite': inviteView,
  '/inbox': inboxPageView,
  '/tasks': tasksPageView,
  '/new': (parts) => newView(parts),
  '/settings': settingsView,
  '/dm': dmsView,
}

function viewAt(parts: ViewParts, path: string): ServedPage | undefined {
  if (Object.hasOwn(fixedPages, path)) return fixedPages[path]?.(parts)
  if (path.startsWith('/dm/')) return oneDmView(parts, path.slice('/dm/'.length))
  return /^\/[htp]\//.test(path) ? thingView(parts, path) : undefined
}

const thingPath = /^\/([hpt])\/([\w-]{1,80})(?:\/m\/(\w{1,40}))?(\/llms\.txt|\.md)?$/

/** The page of a hub, thread or pad; of a thread also one post of it, of a hub also what an agent reads first. */
function thingView(parts: ViewParts, path: string): ServedPage {
  const [, kind, id, post, ending] = thingPath.exec(path) ?? []
  if (id === undefined) return nowhere
  const format = ending === '.md' ? ('md' as const) : undefined
  const brief = ending === '/llms.txt'
  if (brief) return kind === 'h' && post === undefined ? hubBriefView(parts, id) : nowhere
  if (kind === 't') return post === undefined ? threadView(parts, id, format) : postView(parts, id, post, format)
  if (post !== undefined) return nowhere
  if (kind === 'p') return padView(parts, id, format)
  return id === 'new' ? newView(parts, 'hub') : hubView(parts, id, format)
}

/** An unknown path is answered like a private page. */
const nowhere: ServedPage = { key: undefined, takes: [], load: async () => undefined }
