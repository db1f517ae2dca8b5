/** The one MCP Apps resource, which draws cards in chat hosts. A new layout of `svc/view` needs a new name. */
export const viewUri = 'ui://svc/view-v1.html'

export const viewMimeType = 'text/html;profile=mcp-app'

/** Who sees a tool in a chat host: its model, the embedded view, or both (`tools/listing/listing.ts` says it of each). */
export const visibleTo = (...visibility: readonly ('model' | 'app')[]) => ({
  _meta: { ui: { resourceUri: viewUri, visibility } },
})
