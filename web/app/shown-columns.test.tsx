import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { expect, it } from 'vitest'
import { audiences } from '#contract/audiences.ts'
import { campaignUnits } from '#contract/campaign-units.ts'
import { campaigns } from '#contract/campaigns.ts'
import { checklists } from '#contract/checklists.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { dealers } from '#contract/dealers.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { models } from '#contract/models.ts'
import { listPaths } from '#contract/paths.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { templates } from '#contract/templates.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { vinPatterns } from '#contract/vin-patterns.ts'
import { years } from '#contract/years.ts'
import { AudiencesScreen } from '#web/screens/audiences/audiences-screen.tsx'
import { CampaignUnitsScreen } from '#web/screens/campaign-units/units-screen.tsx'
import { CampaignsScreen } from '#web/screens/campaigns/campaigns-screen.tsx'
import { ChecklistsScreen } from '#web/screens/checklists/checklists-screen.tsx'
import { CmsPagesScreen } from '#web/screens/cms-pages/cms-pages-screen.tsx'
import { DealersScreen } from '#web/screens/dealers/dealers-screen.tsx'
import { MaintenanceItemsScreen } from '#web/screens/maintenance-items/maintenance-items-screen.tsx'
import { ManualPagesScreen } from '#web/screens/manual-pages/manual-pages-screen.tsx'
import { ManualsScreen } from '#web/screens/manuals/manuals-screen.tsx'
import { ModelsScreen } from '#web/screens/models/models-screen.tsx'
import { RvTypesScreen } from '#web/screens/rv-types/rv-types-screen.tsx'
import { RvsScreen } from '#web/screens/rvs/rvs-screen.tsx'
import { SocialMediasScreen } from '#web/screens/social-medias/social-medias-screen.tsx'
import { SubTopicsScreen } from '#web/screens/sub-topics/sub-topics-screen.tsx'
import { TemplatesScreen } from '#web/screens/templates/templates-screen.tsx'
import { TopicsScreen } from '#web/screens/topics/topics-screen.tsx'
import { UsersScreen } from '#web/screens/users/users-screen.tsx'
import { VinPatternsScreen } from '#web/screens/vin-patterns/vin-patterns-screen.tsx'
import { YearsScreen } from '#web/screens/years/years-screen.tsx'
import { fakeApi } from '#web/testing/fake-api.ts'
import {
  aCampaign,
  aCampaignUnit,
  aDealer,
  anAudience,
  anRv,
  aTemplate,
  aUser,
  aVinPattern,
} from '#web/testing/people-rows.ts'
import { renderScreen } from '#web/testing/render-screen.tsx'
import {
  aChecklist,
  aCmsPage,
  aMaintenanceItem,
  aManual,
  aManualPage,
  aModel,
  anRvType,
  aSocialMedia,
  aSubTopic,
  aTopic,
  aYear,
  pageOfRows,
} from '#web/testing/rows.ts'

type Api = ReturnType<typeof fakeApi>

/**
 * Each list of the specification: its screen, one row of it, and the columns behind Select and # ID, before Actions.
 */
const lists: [path: string, List: ComponentType, answer: (api: Api) => void, columns: string][] = [
  [
    'checklists-management',
    ChecklistsScreen,
    (api) => api.answers(checklists.list, pageOfRows([aChecklist()])),
    'Name, Note, Added By, Status',
  ],
  [
    'vin-patterns',
    VinPatternsScreen,
    (api) => api.answers(vinPatterns.list, pageOfRows([aVinPattern()])),
    'VIN Begins With, RV Type, Year, Model, Status',
  ],
  [
    'templates',
    TemplatesScreen,
    (api) => api.answers(templates.list, pageOfRows([aTemplate()])),
    'Name, Purpose, Status',
  ],
  [
    'campaigns',
    CampaignsScreen,
    (api) => api.answers(campaigns.list, pageOfRows([aCampaign()])),
    'Number, Title, Type, Done, Not Told, Not Mailed, Status',
  ],
  [
    'campaign-vehicles',
    CampaignUnitsScreen,
    (api) => api.answers(campaignUnits.list, pageOfRows([aCampaignUnit()])),
    'Campaign, VIN, Status, Owner Told, Done On, Owner in the App',
  ],
  [
    'audiences',
    AudiencesScreen,
    (api) => api.answers(audiences.list, pageOfRows([anAudience()])),
    'Name, Who Is Meant, Status',
  ],
  ['cms-pages', CmsPagesScreen, (api) => api.answers(cmsPages.list, pageOfRows([aCmsPage()])), 'Title, Status'],
  [
    'rv-dealers',
    DealersScreen,
    (api) => api.answers(dealers.list, pageOfRows([aDealer()])),
    'Name, Type, Active Lines, Toll Free Number, Phone, City, State, Status',
  ],
  [
    'maintenance-item-management',
    MaintenanceItemsScreen,
    (api) => api.answers(maintenanceItems.list, pageOfRows([aMaintenanceItem()])),
    'Reminder Name, Item Name, Note, Added By, Due Date, Status',
  ],
  [
    'manual-pages',
    ManualPagesScreen,
    (api) => api.answers(manualPages.list, pageOfRows([aManualPage()])),
    'Manual, Topic, Sub Topic, Status',
  ],
  [
    'manuals',
    ManualsScreen,
    (api) => api.answers(manuals.list, pageOfRows([aManual()])),
    'RV Type, Year, Sub topics with a page, PDF',
  ],
  [
    'models',
    ModelsScreen,
    (api) => api.answers(models.list, pageOfRows([aModel()])),
    'RV Type Name, Year, Name, Sequence No., Description, Status',
  ],
  [
    'rv-types',
    RvTypesScreen,
    (api) => api.answers(rvTypes.list, pageOfRows([anRvType()])),
    'Name, Sequence No., Status',
  ],
  [
    'rv-management',
    RvsScreen,
    (api) => api.answers(rvs.list, pageOfRows([anRv()])),
    'Serial Number, RV Type, Year, Model, Added By',
  ],
  [
    'socialmedia',
    SocialMediasScreen,
    (api) => api.answers(socialMedias.list, pageOfRows([aSocialMedia()])),
    'Icon, Name, URL, Status',
  ],
  [
    'sub-topics',
    SubTopicsScreen,
    (api) => api.answers(subTopics.list, pageOfRows([aSubTopic()])),
    'Topic, Name, Sequence No., Status',
  ],
  ['topics', TopicsScreen, (api) => api.answers(topics.list, pageOfRows([aTopic()])), 'Name, Sequence No., Status'],
  ['users', UsersScreen, (api) => api.answers(users.list, pageOfRows([aUser()])), 'Name, Email, Status'],
  ['years', YearsScreen, (api) => api.answers(years.list, pageOfRows([aYear()])), 'Name, Status'],
]
/** Pictures and menu entries are cards; messages and administrators are not lists of the specification. */
const others = ['slider-images', 'app-menus', 'manage-notifications', 'administrators']
/** Their rows are arranged by hand. */
const arranged = ['models', 'rv-types', 'sub-topics', 'topics']

it.each(lists)('the list at /%s shows the columns of the specification', async (path, List, answer, columns) => {
  const api = fakeApi()
  answer(api)
  renderScreen(<List />, { path: `/${path}` })
  await screen.findAllByRole('checkbox', { name: /^Select / })
  const titles = screen.getAllByRole('columnheader').map((header) => header.textContent?.trim())
  const move = arranged.includes(path) ? ['Move'] : []
  expect(titles).toEqual([...move, 'Select', '# ID', ...columns.split(', '), 'Actions'])
})

it('each list is above', () => {
  const paths = Object.values(listPaths).map((path) => path.slice(1))
  expect([...lists.map(([path]) => path), ...others].toSorted()).toEqual(paths.toSorted())
})
