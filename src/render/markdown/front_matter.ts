import { taskEtag } from '../../records/version_and_etag.ts'
import type { HubPage } from '../../records/hub/hub_page.ts'
import { type PadPage, padFields } from '../../records/pad/pad_page.ts'
import type { PostView } from '../../records/thread/post.ts'
import { type ThreadPage, threadFields } from '../../records/thread/thread_page.ts'
import type { TaskRecord } from '../../records/thread/task_record.ts'
import { type Markdown, safe } from './md.ts'

export const hubFrontMatter = (page: HubPage): Markdown =>
  frontMatter({ id: page.id, type: 'hub', slug: page.slug, audience: page.audience, member: page.member })

export const padFrontMatter = (page: PadPage): Markdown =>
  frontMatter({
    id: page.id,
    type: 'pad',
    ...padFields(page),
    hub: page.hub.slug,
  })

/** `version` is text here and a number in a pad's: records/version_and_etag.ts. */
export const threadFrontMatter = (page: ThreadPage): Markdown =>
  frontMatter({ id: page.id, type: 'thread', ...threadFields(page) })

export const postFrontMatter = (thread_id: string, { id, seq, created }: PostView): Markdown =>
  frontMatter({ id, type: 'post', thread: thread_id, seq, created: created.toISOString() })

export const taskFrontMatter = (task: TaskRecord): Markdown =>
  frontMatter({
    id: task.id,
    type: 'task',
    thread: task.thread_id,
    seq: task.seq,
    state: task.state,
    etag: taskEtag(task),
    created: task.created.toISOString(),
    updated: task.updated.toISOString(),
  })

/** YAML between two `---` lines, every value JSON-quoted; undefined values have no line. */
const frontMatter = (fields: Readonly<Record<string, string | number | boolean | undefined>>): Markdown =>
  safe(
    [
      '---',
      ...Object.entries(fields)
        .filter(([, value]) => value !== undefined)
        .map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
      '---',
    ].join('\n'),
  )
