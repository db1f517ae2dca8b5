import { readOwnTasks } from '../../reading/home/own_tasks.ts'
import { present } from '../../records/present.ts'
import { tasksPage, taskTabs } from '../../render/pages/tasks.ts'
import { type ViewParts, personalPage, type ServedPage } from './serving/served_page.ts'

export const tasksPageView = (parts: ViewParts): ServedPage =>
  personalPage('tasks', async ({ reader, caller, asked, options: { show, task } }) => {
    const tab = taskTabs.find((one) => one === show)
    const view = await readOwnTasks(parts, caller, reader, parts.clock.now(), {
      everybody: tab === 'everybody',
      longDone: tab === 'done',
    })
    return parts.pool.print((fragment) => tasksPage(view, present({ ...asked, show: tab, task }), fragment))
  })
