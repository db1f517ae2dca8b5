/**
 * What a render thread loads. piscina requires its file, and Node 20 aborts the whole process when a thread is ended
 * while it requires an ES module: this one is CommonJS and imports the tasks.
 */
const tasks = import('./render.ts')

module.exports = {
  render: async (bodies: any) => (await tasks).render(bodies),
  scanSecrets: async (fields: any) => (await tasks).scanSecrets(fields),
}
