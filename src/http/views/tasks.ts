import { readOwnTasks } from '../../reading/home/own_tasks.ts'
import { present } from '../../records/present.ts'
import { tasksPage, taskTabs } from '../../render/pages/tasks.ts'
import { ownPage } from './serving/encoded_page.ts'
import type { ViewParts } from './serving/view_parts.ts'
import type { ServedPage } from './serving/page_steps.ts'

export const tasksPageView = (parts: ViewParts): ServedPage => ({
  key: 'tasks',
  takes: ['show'],
  async load({ reader, caller, asked, options: { show } }) {
    if (!caller) return undefined
    const tab = taskTabs.find((one) => one === show)
    const view = await readOwnTasks(parts, caller, reader, parts.clock.now(), {
      everybody: tab === 'everybody',
      longDone: tab === 'done',
    })
    const page = present({ ...asked, show: tab })
    return ownPage(await parts.pool.print((fragment) => tasksPage(view, page, fragment)))
  },
})
