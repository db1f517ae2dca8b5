import { fact } from '../../fact.ts'
import { type Task, tasksById } from '../../reads/thread/task_states.ts'

/** Tasks that their thread's actor no longer keeps in its state, being over. */
export const tasks = fact<string, Task & { readonly thread_id: string }>({
  name: 'task',
  id: (id) => id,
  load: tasksById,
})
