/** Account exports that a person asked for, and their progress. */
export {
  askForExport as askFor,
  exportOf,
  exportParts,
  type ExportNow,
} from '../../../sql/claims/account_exports.ts'
