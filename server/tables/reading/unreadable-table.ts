import { formatNumber } from '#contract/plural.ts'
import {
  LONGEST_ROW,
  MEGABYTE,
  MOST_BYTES,
  MOST_CHARACTERS,
  MOST_COLUMNS,
  MOST_SHARED_BYTES,
  MOST_SHARED_TEXTS,
} from './limits.ts'

/** Why a file is not read as a table, in a sentence for people. */
export class UnreadableTable extends Error {
  override name = 'UnreadableTable'
}

const megabytes = (bytes: number) => `${bytes / MEGABYTE} MB`

const AGAIN = 'then choose it again.'
const SAVE_AS_TABLE = `Save the table as .xlsx or CSV, ${AGAIN}`
const SAVE_AGAIN = `Open it in your spreadsheet program, save it, ${AGAIN}`
const SPLIT = 'Split it into several files, then choose one after the other.'

/** What people are told about unreadable files: what is wrong, and what to do. */
export const refusals = {
  empty: 'The file is empty. Choose one whose first row names the columns.',
  emptySheet: (name: string) => `The sheet “${name}” is empty. Choose a file with rows below the names of its columns.`,
  noSuchSheet: (name: string) => `The workbook has no visible sheet “${name}”. Please choose another one.`,
  noVisibleSheet: `The workbook has no visible sheet. Show the sheet with the table, save the file, ${AGAIN}`,
  otherKind: (kind: string) => `This is ${kind}, not a table. ${SAVE_AS_TABLE}`,
  noWorkbook: `This file is packed like a workbook, but is none of Excel. ${SAVE_AS_TABLE}`,
  binaryWorkbook: 'This is a binary workbook of Excel. Save it as .xlsx or CSV, then choose it again.',
  excel97: 'This is a file of Excel 97–2003. Save it as .xlsx or CSV, then choose it again.',
  locked: `The file is protected by a password. Save it without a password, ${AGAIN}`,
  damaged: `The file is damaged or incomplete. ${SAVE_AGAIN}`,
  doctype: `The workbook contains a declaration (DOCTYPE) that no spreadsheet program writes. ${SAVE_AGAIN}`,
  noText: `The file contains characters that no text has (NUL). ${SAVE_AS_TABLE}`,
  largeFile: `The file is larger than ${megabytes(MOST_BYTES)}. ${SPLIT}`,
  unpacksTooLarge: `The workbook is larger than ${megabytes(MOST_BYTES)} when it is unpacked. ${SPLIT}`,
  manySharedTexts: `The workbook contains more than ${formatNumber(MOST_SHARED_TEXTS)} different texts, or ${megabytes(MOST_SHARED_BYTES)} of them. ${SPLIT}`,
  manyCharacters: `The rows contain more than ${megabytes(MOST_CHARACTERS)} of text. ${SPLIT}`,
  slow: `Reading this file takes longer than there is time for it. ${SPLIT}`,
  memory: `Reading this file takes more memory than there is for it. ${SPLIT}`,
  manyRows: (most: number) => `The file has more than ${formatNumber(most)} rows. ${SPLIT}`,
  manyColumns: (row: number) =>
    `Row ${row} has more than ${formatNumber(MOST_COLUMNS)} columns. Delete those that are not needed, ${AGAIN}`,
  manyColumnsInLine: (line: number) =>
    `The row in line ${line} has more than ${formatNumber(MOST_COLUMNS)} columns. Delete those that are not needed, ${AGAIN}`,
  longRow: (row: number) => `Row ${row} is longer than ${megabytes(LONGEST_ROW)}. Shorten its texts, ${AGAIN}`,
  longLine: (line: number) =>
    `A row is longer than ${megabytes(LONGEST_ROW)} from line ${line} on. A quote (") that opens there may never close: close it or remove it, ${AGAIN}`,
  openQuote: (line: number) => `A quote (") opens in line ${line} and never closes. Close it or remove it, ${AGAIN}`,
  damagedXliff: `The XLIFF file is damaged or incomplete. Save it again in your translation program, ${AGAIN}`,
  xliffDoctype: `The XLIFF file contains a declaration (DOCTYPE) that none needs. Save it without one, ${AGAIN}`,
  noXliff: 'This XML file is no XLIFF. Choose the XLIFF file that came back from translation.',
  otherXliff: (version: string) =>
    `This is XLIFF${version && ` ${version}`}, and only 2.1 is read. Save it as XLIFF 2.1, ${AGAIN}`,
  otherLanguages: (source: string, target: string) =>
    `This file is from ${source || 'no language'} into ${target || 'no language'}, not from English (en) into French (fr). Choose another one.`,
  deepXliff: `The elements of the XLIFF file are nested too deep. Save it again in your translation program, ${AGAIN}`,
  longUnit: (id: string) =>
    `The unit “${id.slice(0, 100)}” is longer than ${megabytes(LONGEST_ROW)}. Shorten it, ${AGAIN}`,
  longMarkup: `The XLIFF file contains a text that is longer than any of ours. Shorten it, ${AGAIN}`,
}
