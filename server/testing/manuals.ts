import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { makeManualPdf } from '../integrations/pdf/make-pdf.ts'
import type { TestApp } from './build-test-app.ts'

/** Adds the parts of manuals, with names that do not matter unless a test gives them. */
export const manualFactory = (app: TestApp) => {
  const aTopic = async (name = 'Electrical', seq_no = 1) => (await app.call(topics.add, { name, seq_no })).data
  const aSubTopic = async (topic_id: string, name = 'Fuses', seq_no = 1) =>
    (await app.call(subTopics.add, { topic_id, name, seq_no })).data
  const aManual = async (type = 'Travel Trailer', year = '2024') => {
    const category = (await app.call(rvTypes.add, { name: type, seq_no: 1 })).data._id
    const year_id = (await app.call(years.add, { name: year })).data._id
    return (await app.call(manuals.add, { category, year: year_id })).data
  }
  const aPage = async (manual_id: string, subTopic: { _id: string; topic_id: { _id: string } }, content = '') => {
    const place = { manual_id, topic_id: subTopic.topic_id._id, subtopic_id: subTopic._id }
    return (await app.call(manualPages.add, { ...place, content })).data
  }
  return { aTopic, aSubTopic, aManual, aPage }
}

/** A small valid PDF, as a person would choose it. */
export async function aPdf(name = 'manual.pdf') {
  const topics = [{ name: 'Electrical', pages: [{ name: 'Fuses', html: '<p>Look here first.</p>' }] }]
  const { pdf } = await makeManualPdf({
    name: 'Travel Trailer - 2024',
    language: 'en',
    date: 'today',
    topics,
    pictures: {},
  })
  return new File([pdf], name, { type: 'application/pdf' })
}
