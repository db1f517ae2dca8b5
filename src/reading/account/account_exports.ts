/** Account exports that a person asked for, and their progress. */
export {
  askForExport as askFor,
  exportOf,
  exportParts,
  type ExportNow,
} from '../../../sql/outside_actors/records/account_exports.ts'
