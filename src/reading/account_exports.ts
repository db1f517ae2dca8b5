/** What a person asked to take along, and how far it is. */
export {
  askForExport as askFor,
  exportOf,
  exportParts,
  type ExportNow,
} from '../../sql/claims/account_exports.ts'
