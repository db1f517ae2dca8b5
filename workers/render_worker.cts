/**
 * What a render thread loads. piscina requires its file, and Node 20 aborts the whole process when a thread is ended
 * while it requires an ES module: this one is CommonJS and loads the tasks when it is asked.
 */
const tasks = import('./render.ts')
const timed = import('./timed_task.ts')

module.exports = { render: task('render'), scanSecrets: task('scanSecrets') }

function task(name: 'render' | 'scanSecrets') {
  return async ({ input, state }: { input: any; state: Int32Array }) => {
    const { begins } = await timed
    const { [name]: run } = await tasks
    return begins(state) ? run(input) : undefined
  }
}
