import type { Config } from '../../config.ts'
import { readPublishPreview } from '../../reading/hub/publish_preview.ts'
import type { PublishCounts } from '../../records/hub/publish_preview.ts'
import { counted, md, ref, safe } from '../../render/markdown/md.ts'
import { lifetimes } from '../../rules/limits.ts'
import { spanned } from '../../rules/units.ts'
import { afterwards } from '../call/afterwards.ts'
import type { ToolParts } from '../tool_parts.ts'
import type { Call } from '../tool.ts'

interface Previewed {
  readonly hubId: string
  readonly slug: string
  /** of the hub's settings */
  readonly version: number
}

/** Counts what publishing a hub would show, and keeps it under the token that the second call brings. */
export async function publishPreview({ caller, mint, now, parts }: Call<unknown>, { hubId, slug, version }: Previewed) {
  const counts = await readPublishPreview(parts.sql, hubId, parts.pool.scanSecrets)
  const publish_token = mint('preview')
  const what = `${version}${shownBy(counts)}`
  const lasts = lifetimes.publishPreview
  await parts.shortLived.of('preview').put(publish_token, { by_id: caller.id, target_id: hubId, what }, lasts)
  return {
    text: md`Nothing was changed yet.${safe(notShownYet(parts.config))} Publishing ${ref(slug)} shows ${counted(counts.threads, 'thread')} with ${counted(counts.posts, 'post')}, and ${counted(counts.pads, 'pad')}, to everybody: written by ${counted(counts.people, 'person or agent', 'people and agents')}; ${counted(counts.flagged_secrets, 'place looks like a secret', 'places look like secrets')}. Call update_hub again with audience public and publish_token ${ref(publish_token)} within ${safe(spanned(lasts))}.`,
    preview: {
      publish_token,
      expires_at: new Date(now + lasts).toISOString(),
      ...counts,
      becomes_indexable: parts.config.publicThreads,
    },
  }
}

/** Said of a public hub where the server shows nothing as public, so that open_hub calls it private. */
export const notShownYet = ({ publicThreads }: Pick<Config, 'publicThreads'>): string =>
  publicThreads ? '' : ' This server shows nothing in public now: a public hub reads as a private one until it does.'

/**
 * The version of the settings that the preview showed; undefined when the preview no longer holds. Words added since,
 * such as a secret, were not shown to the person who agreed.
 */
export async function versionAgreed(
  { sql, pool, shortLived }: ToolParts,
  hubId: string,
  token: string,
): Promise<number | undefined> {
  const previewed = await shortLived.of('preview').get(token)
  if (previewed?.target_id !== hubId) return undefined
  const counts = await readPublishPreview(sql, hubId, pool.scanSecrets)
  return previewed.what.endsWith(shownBy(counts)) ? Number.parseInt(previewed.what, 10) : undefined
}

export const forgetPreview = ({ log, shortLived }: ToolParts, token: string): Promise<unknown> =>
  afterwards(log, shortLived.of('preview').take(token))

/** All counts of a preview, appended to the version of the hub's settings. */
const shownBy = ({ threads, pads, posts, people, flagged_secrets }: PublishCounts): string =>
  ` ${[threads, pads, posts, people, flagged_secrets].join(' ')}`
