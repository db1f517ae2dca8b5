import type { OpenTask } from '../../records/home/task_views.ts'
import { present } from '../../records/present.ts'
import { facts, type Markdown, md, ref, safe } from '../markdown/md.ts'

/** Tasks that the reader can take, one line each, and how to take one. With `hubs` each names its hub. */
export const openTaskLines = (tasks: readonly OpenTask[], { hubs }: { readonly hubs: boolean }): Markdown[] =>
  tasks.length === 0
    ? []
    : [
        ...tasks.map(({ task_id, title, thread_id, slug, pad }) =>
          facts([
            md`open task ${ref(task_id)}`,
            md`${title}`,
            md`thread ${ref(thread_id)}`,
            pad && md`on pad ${ref(pad.id)} ${pad.title}`,
            pad?.section_id !== undefined && md`section ${ref(pad.section_id)}`,
            hubs && slug !== undefined && md`hub ${ref(slug)}`,
          ]),
        ),
        safe(
          'take one: update_task with its task_id and action take; all of them: search_svc with type task and state open',
        ),
      ]

/** The same tasks for `data`: without titles. */
export const openTaskData = (tasks: readonly OpenTask[]) =>
  tasks.map(({ task_id, thread_id, hub_id, pad }) => ({
    task_id,
    thread_id,
    hub_id,
    ...(pad && present({ pad_id: pad.id, section_id: pad.section_id })),
  }))
