import { screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { expect, it } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { checklists } from '#contract/checklists.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { models } from '#contract/models.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { years } from '#contract/years.ts'
import { ChecklistsScreen } from '#web/screens/checklists/checklists-screen.tsx'
import { CmsPagesScreen } from '#web/screens/cms-pages/cms-pages-screen.tsx'
import { MaintenanceItemsScreen } from '#web/screens/maintenance-items/maintenance-items-screen.tsx'
import { ManualPagesScreen } from '#web/screens/manual-pages/manual-pages-screen.tsx'
import { ModelsScreen } from '#web/screens/models/models-screen.tsx'
import { RvTypesScreen } from '#web/screens/rv-types/rv-types-screen.tsx'
import { SliderImagesScreen } from '#web/screens/slider-images/slider-images-screen.tsx'
import { SocialMediasScreen } from '#web/screens/social-medias/social-medias-screen.tsx'
import { YearsScreen } from '#web/screens/years/years-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import {
  aChecklist,
  aCmsPage,
  aMaintenanceItem,
  aManualPage,
  aModel,
  anAppImage,
  anRvType,
  aSocialMedia,
  aYear,
  pageOfRows,
} from '#web/testing/rows.ts'

type Api = ReturnType<typeof fakeApi>
type Case = {
  list: ReactElement
  rows: (api: Api) => void
  record: string
  call: typeof years.delete | typeof years.restore
  sent: Record<string, string>
  title: string
  question: string
  said: string
}

const deleted = { is_deleted: true }
const cases: Case[] = [
  {
    list: <ChecklistsScreen />,
    rows: (api) => api.answers(checklists.list, pageOfRows([aChecklist()])),
    record: 'Departure (Ada Lovelace)',
    call: checklists.delete as never,
    sent: { checklist_id: 'checklist-1' },
    title: 'Delete Checklist',
    question: 'Are you sure you want to remove this checklist?',
    said: 'Checklist removed successfully.',
  },
  {
    list: <ManualPagesScreen />,
    rows: (api) => api.answers(manualPages.list, pageOfRows([aManualPage()])),
    record: 'Travel Trailer 2027 · Fuses and Breakers',
    call: manualPages.delete as never,
    sent: { manual_page_id: 'page-1' },
    title: 'Delete Manual Page',
    question: 'Are you sure you want to remove this manual page?',
    said: 'Manual Page removed successfully.',
  },
  {
    list: <CmsPagesScreen />,
    rows: (api) => api.answers(cmsPages.list, pageOfRows([aCmsPage()])),
    record: 'About',
    call: cmsPages.delete as never,
    sent: { cms_page_id: 'page-1' },
    title: 'Delete CMS Page',
    question: 'Are you sure you want to remove this CMS page?',
    said: 'CMS data removed successfully.',
  },
  {
    list: <SliderImagesScreen />,
    rows: (api) => api.answers(appImages.list, pageOfRows([anAppImage()])),
    record: 'slider image 1',
    call: appImages.delete as never,
    sent: { app_image_id: 'image-1' },
    title: 'Delete Slider Image',
    question: 'Are you sure you want to remove this slider image?',
    said: 'Image removed successfully.',
  },
  {
    list: <ModelsScreen />,
    rows: (api) => api.answers(models.list, pageOfRows([aModel()])),
    record: '2285 (Travel Trailer 2027)',
    call: models.delete as never,
    sent: { model_id: 'model-1' },
    title: 'Delete Model',
    question: 'Are you sure you want to remove this model?',
    said: 'Model removed successfully.',
  },
  {
    list: <RvTypesScreen />,
    rows: (api) => api.answers(rvTypes.list, pageOfRows([anRvType(deleted)])),
    record: 'Travel Trailer',
    call: rvTypes.restore as never,
    sent: { cat_id: 'type-1' },
    title: 'Restore RV Type',
    question: 'Are you sure you want to Restore this RV type?',
    said: 'RV type restored successfully.',
  },
  {
    list: <YearsScreen />,
    rows: (api) => api.answers(years.list, pageOfRows([aYear(deleted)])),
    record: '2027',
    call: years.restore,
    sent: { year_id: 'year-1' },
    title: 'Restore Year',
    question: 'Are you sure you want to Restore this year?',
    said: 'Year restored successfully.',
  },
  {
    list: <SocialMediasScreen />,
    rows: (api) => api.answers(socialMedias.list, pageOfRows([aSocialMedia(deleted)])),
    record: 'Facebook',
    call: socialMedias.restore as never,
    sent: { social_media_id: aSocialMedia()._id },
    title: 'Restore Social Media',
    question: 'Are you sure you want to Restore this social media?',
    said: 'Social media data restored successfully.',
  },
  {
    list: <MaintenanceItemsScreen />,
    rows: (api) => api.answers(maintenanceItems.list, pageOfRows([aMaintenanceItem(deleted)])),
    record: 'Inspect the roof (Ada Lovelace)',
    call: maintenanceItems.restore as never,
    sent: { maintenance_id: 'item-1' },
    title: 'Restore Maintenance Item',
    question: 'Are you sure you want to Restore this maintenance item?',
    said: 'Maintenance Details restored successfully.',
  },
]

it.each(cases)('$title asks and answers in its own words', async ({ list, rows, record, call, sent, ...words }) => {
  const api = fakeApi()
  rows(api)
  api.answers(call, { message: words.said })
  const { user } = renderScreen(list)
  const [verb = ''] = words.title.split(' ')
  await user.click(await screen.findByRole('button', { name: `${verb} ${record}` }))
  const question = within(await screen.findByRole('dialog', { name: words.title }))
  expect(question.getByText(words.question)).toBeVisible()
  expect(api.calls(call)).toEqual([])
  await user.click(question.getByRole('button', { name: verb }))
  expect(await screen.findByText(words.said)).toBeVisible()
  expect(api.calls(call)).toEqual([{ ...sent, version: 1 }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
