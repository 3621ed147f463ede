import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { RICH_TEXT_CHARACTERS } from '#contract/fields.ts'
import { manualPages, NO_PICTURE_THERE } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { manualFactory } from '../../testing/manuals.ts'
import { aPhoto, aPicture, formOf } from '../../testing/pictures.ts'
import { waitFor } from '../../testing/wait-for.ts'

let app: TestApp
let make: ReturnType<typeof manualFactory>
beforeEach(async () => {
  app = await buildTestApp()
  make = manualFactory(app)
})
afterEach(() => app.close())

async function aPlace() {
  const manual = await make.aManual()
  const topic = await make.aTopic()
  const subTopic = await make.aSubTopic(topic._id)
  return { manual, topic, subTopic, ids: { manual_id: manual._id, topic_id: topic._id, subtopic_id: subTopic._id } }
}
const states = async () =>
  (await app.call(manualPages.list, { sort: [{ field: 'subtopic', order: 'asc' }] })).data.map((page) => [
    page.subtopic,
    page.is_deleted,
  ])

describe('admin/manuals_pages', () => {
  it('says each change in the agreed words, and names manual, topic and sub topic', async () => {
    const { ids } = await aPlace()
    const { message, data } = await app.call(manualPages.add, { ...ids, content: '<p>Look here first.</p>' })
    expect(message).toBe('Manual Page added successfully.')
    expect(data).toMatchObject({
      manual_id: { _id: ids.manual_id, name: 'Travel Trailer - 2024' },
      name: 'Travel Trailer - 2024',
      topic_id: { _id: ids.topic_id, name: 'Electrical' },
      topic: 'Electrical',
      subtopic_id: { _id: ids.subtopic_id, name: 'Fuses' },
      subtopic: 'Fuses',
      content: '<p>Look here first.</p>',
    })
    const manual_page_id = data._id
    const edited = await app.call(manualPages.edit, { manual_page_id, version: 1, content: '<p>And here.</p>' })
    expect([edited.message, edited.data.content]).toEqual(['Manual Page updated successfully.', '<p>And here.</p>'])
    const said = [
      (await app.call(manualPages.delete, { manual_page_id, version: 2 })).message,
      (await app.call(manualPages.restore, { manual_page_id, version: 3 })).message,
    ]
    expect(said).toEqual(['Manual Page removed successfully.', 'Manual Page restored successfully.'])
    expect((await app.refusal(manualPages.edit, { manual_page_id, version: 1, content: '' })).status).toBe(409)
    expect((await app.call(account.me, {})).data.owners_manual_count).toBe(1)
  })

  it('says what of a text could not be kept', async () => {
    const { ids } = await aPlace()
    const content =
      '<p>a</p><img src="https://elsewhere.example/a.png"><img src="/files/x/y.png"><math>b</math><ol><li value="7">c</li></ol>'
    const added = await app.call(manualPages.add, { ...ids, content })
    expect(added.warning).toBe(
      '1 picture, 1 formula, and 1 number of a list item were left out, because this text cannot hold them.',
    )
    const edit = { manual_page_id: added.data._id, version: added.data.version }
    expect((await app.call(manualPages.edit, { ...edit, content: added.data.content })).warning).toBeUndefined()
    const svg = await app.call(manualPages.edit, { ...edit, content: '<p>d</p><svg></svg>' })
    expect(svg.warning).toBe('1 drawing was left out, because this text cannot hold it.')
  })

  it('cleans what it is sent on every write, and knows no videos', async () => {
    const { ids } = await aPlace()
    const content =
      '<p onclick="alert(1)">Fine</p><script>alert(2)</script><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>'
    const { data } = await app.call(manualPages.add, { ...ids, content })
    expect(data.content).toBe('<p>Fine</p>')
    const edited = await app.call(manualPages.edit, { manual_page_id: data._id, content })
    expect(edited.data.content).toBe('<p>Fine</p>')
    expect((await app.call(manualPages.list, {})).data[0]?.content).toBe('<p>Fine</p>')
  })

  it('cleans a text before it looks anything up, because that takes long', async () => {
    const { ids } = await aPlace()
    const content = `<p>${'&'.repeat(RICH_TEXT_CHARACTERS - 100)}</p>`
    expect(
      Object.keys((await app.refusal(manualPages.add, { ...ids, manual_id: 'none', content })).errors ?? {}),
    ).toEqual(['content'])
    const edit = { manual_page_id: 'none', content }
    expect((await app.refusal(manualPages.edit, edit)).status).toBe(422)
  })

  it('refuses choices that are not on offer, and a sub topic of another topic', async () => {
    const { ids } = await aPlace()
    const other = await make.aTopic('Plumbing')
    expect((await app.refusal(manualPages.add, { content: '' })).errors).toEqual({
      manual_id: ['Please select Manual'],
      topic_id: ['Please select Topic'],
      subtopic_id: ['Please select Sub Topic'],
    })
    const wrong = await app.refusal(manualPages.add, { ...ids, topic_id: other._id })
    expect(wrong.errors).toEqual({ subtopic_id: ['Please select Sub Topic'] })
    await app.call(manuals.delete, { manual_id: ids.manual_id })
    expect((await app.refusal(manualPages.add, ids)).errors).toEqual({ manual_id: ['Please select Manual'] })
  })

  it('keeps one active page for each manual, topic and sub topic, and never moves a page', async () => {
    const { ids } = await aPlace()
    const { data } = await app.call(manualPages.add, ids)
    const taken = { subtopic_id: ['Manual Page already exists.'] }
    expect((await app.refusal(manualPages.add, ids)).errors).toEqual(taken)
    const elsewhere = await make.aSubTopic(ids.topic_id, 'Solar')
    const move = { manual_page_id: data._id, content: '', subtopic_id: elsewhere._id }
    expect((await app.refusal(manualPages.edit, move)).status).toBe(422)
    await app.call(manualPages.edit, { ...ids, manual_page_id: data._id, content: '<p>Same place.</p>' })
    await app.call(manualPages.delete, { manual_page_id: data._id })
    await app.call(manualPages.add, ids)
    expect((await app.refusal(manualPages.restore, { manual_page_id: data._id })).errors).toEqual(taken)
  })

  it('lists the pages of one manual, and finds pages by what they are shown as', async () => {
    const { manual, subTopic } = await aPlace()
    const other = await make.aManual('Truck Camper', '2025')
    await make.aPage(manual._id, subTopic)
    await make.aPage(other._id, subTopic)
    const names = async (input: object) => (await app.call(manualPages.list, input)).data.map(({ name }) => name)
    expect(await names({ manual_id: other._id })).toEqual(['Truck Camper - 2025'])
    expect(await names({ filters: { name: { value: 'trailer - 2' } } })).toEqual(['Travel Trailer - 2024'])
    expect(await names({ filters: { topic: { value: 'elec' }, subtopic: { value: 'fus' } } })).toHaveLength(2)
    const sort = [{ field: 'name', order: 'asc' }]
    expect(await names({ sort })).toEqual(['Travel Trailer - 2024', 'Truck Camper - 2025'])
  })

  it('comes in the order of its topics and sub topics where one manual is listed, else newest first', async () => {
    const manual = await make.aManual()
    const electrical = await make.aTopic('Electrical', 2)
    const plumbing = await make.aTopic('Plumbing', 1)
    for (const [topic, name, seq_no] of [
      [electrical, 'Fuses', 2],
      [plumbing, 'Toilet', 2],
      [electrical, 'Solar', 1],
      [plumbing, 'Water Pump', 1],
    ] as const) {
      await make.aPage(manual._id, await make.aSubTopic(topic._id, name, seq_no))
    }
    const other = await make.aManual('Truck Camper', '2025')
    await make.aPage(other._id, await make.aSubTopic(electrical._id, 'Generator', 3))
    const listed = async (input: object) =>
      (await app.call(manualPages.list, input)).data.map(({ subtopic }) => subtopic)
    const inOrder = ['Water Pump', 'Toilet', 'Solar', 'Fuses']
    expect(await listed({ manual_id: manual._id })).toEqual(inOrder)
    expect(await listed({ filters: { manual_id: { value: manual._id } } })).toEqual(inOrder)
    expect(await listed({ manual_id: manual._id, page: 2, per_page: 3 })).toEqual(['Fuses'])
    expect(await listed({ manual_id: manual._id, sort: [{ field: 'subtopic', order: 'asc' }] })).toEqual(
      inOrder.toSorted(),
    )
    expect(await listed({})).toEqual(['Generator', 'Water Pump', 'Solar', 'Toilet', 'Fuses'])
  })

  it('is restored only below a manual, a topic and a sub topic that are active, and names the one that is not', async () => {
    const { ids } = await aPlace()
    const { data } = await app.call(manualPages.add, ids)
    const page = { manual_page_id: data._id }
    await app.call(manualPages.delete, page)
    await app.call(manuals.delete, { manual_id: ids.manual_id })
    const refusal = await app.refusal(manualPages.restore, page)
    expect(refusal.message).toBe('The manual “Travel Trailer - 2024” is Inactive. Please restore it first.')
    await app.call(manuals.restore, { manual_id: ids.manual_id })
    await app.call(subTopics.delete, { sub_topic_id: ids.subtopic_id })
    expect((await app.refusal(manualPages.restore, page)).message).toContain('The sub topic “Fuses” is Inactive.')
    await app.call(topics.delete, { topic_id: ids.topic_id })
    expect((await app.refusal(manualPages.restore, page)).message).toContain('The topic “Electrical” is Inactive.')
  })
})

describe('pages below topics and sub topics', () => {
  it('go along with their sub topic, both ways, and the answers say how many', async () => {
    const { manual, topic, subTopic } = await aPlace()
    await make.aPage(manual._id, subTopic)
    await make.aPage(manual._id, await make.aSubTopic(topic._id, 'Solar'))
    const which = { sub_topic_id: subTopic._id }
    expect((await app.call(subTopics.list, {})).data.map(({ page_count }) => page_count)).toEqual([1, 1])
    expect((await app.call(subTopics.delete, which)).data).toEqual({ page_count: 1 })
    expect(await states()).toEqual([
      ['Fuses', true],
      ['Solar', false],
    ])
    expect((await app.call(subTopics.restore, which)).data).toEqual({ page_count: 1 })
    expect((await app.call(subTopics.restore, which)).data).toEqual({ page_count: 0 })
    expect(await states()).toEqual([
      ['Fuses', false],
      ['Solar', false],
    ])
  })

  it('go along with their topic, also pages that had been deleted before', async () => {
    const { manual, topic, subTopic } = await aPlace()
    const page = await make.aPage(manual._id, subTopic)
    await make.aPage(manual._id, await make.aSubTopic(topic._id, 'Solar'))
    await app.call(manualPages.delete, { manual_page_id: page._id })
    const counts = async () => {
      const [row] = (await app.call(topics.list, { page: 1 })).data
      return [row?.page_count, row?.deleted_page_count]
    }
    expect(await counts()).toEqual([1, 1])
    expect((await app.call(topics.delete, { topic_id: topic._id })).data).toEqual({ subtopic_count: 2, page_count: 1 })
    expect(await counts()).toEqual([0, 2])
    expect((await app.call(topics.restore, { topic_id: topic._id })).data).toEqual({ subtopic_count: 2, page_count: 2 })
    expect(await states()).toEqual([
      ['Fuses', false],
      ['Solar', false],
    ])
  })

  it('come back as they were last, where one had been deleted and another written in its place', async () => {
    const { manual, topic, subTopic } = await aPlace()
    const older = await make.aPage(manual._id, subTopic, '<p>Older</p>')
    await app.call(manualPages.delete, { manual_page_id: older._id })
    await make.aPage(manual._id, subTopic, '<p>Newer</p>')
    await app.call(topics.delete, { topic_id: topic._id })
    expect((await app.call(topics.restore, { topic_id: topic._id })).data.page_count).toBe(1)
    const active = await app.call(manualPages.list, { is_deleted: false })
    expect(active.data.map(({ content }) => content)).toEqual(['<p>Newer</p>'])
  })
})

describe('pages of a deleted manual', () => {
  it('stay deleted when their topic or sub topic is restored, and the answer says how many', async () => {
    const { manual, topic, subTopic } = await aPlace()
    const other = await make.aManual('Truck Camper', '2025')
    const page = await make.aPage(manual._id, subTopic)
    await make.aPage(other._id, subTopic)
    for (const [remove, restore] of [
      [() => app.call(topics.delete, { topic_id: topic._id }), () => app.call(topics.restore, { topic_id: topic._id })],
      [
        () => app.call(subTopics.delete, { sub_topic_id: subTopic._id }),
        () => app.call(subTopics.restore, { sub_topic_id: subTopic._id }),
      ],
    ] as const) {
      await remove()
      await app.call(manuals.delete, { manual_id: manual._id })
      const asked = [(await app.call(topics.list, {})).data[0], (await app.call(subTopics.list, {})).data[0]]
      expect(asked.map((row) => row?.deleted_page_count)).toEqual([1, 1])
      expect((await restore()).data).toMatchObject({ page_count: 1, pages_left: 1 })
      const active = await app.call(manualPages.list, { is_deleted: false })
      expect(active.data.map(({ name }) => name)).toEqual(['Truck Camper - 2025'])
      expect((await app.refusal(manualPages.restore, { manual_page_id: page._id })).status).toBe(422)
      await app.call(manuals.restore, { manual_id: manual._id })
      await app.call(manualPages.restore, { manual_page_id: page._id })
    }
  })
})

describe('admin/manuals_pages/upload', () => {
  const stored = () => readdir(join(app.dataDir, 'files', 'manual-pages')).catch(() => [])

  it('keeps a picture, made small enough for a page, and says where it is', async () => {
    const image = await aPicture({ width: 4000, height: 3000, format: 'jpeg' })
    const { url, data } = await app.call(manualPages.upload, formOf({ image }))
    expect(data.url).toBe(url)
    const served = await app.app.inject(new URL(url).pathname)
    const { width, height, format } = await sharp(served.rawPayload).metadata()
    expect([width, height, format]).toEqual([1600, 1200, 'jpeg'])
    const { ids } = await aPlace()
    const page = await app.call(manualPages.add, { ...ids, content: `<p><img src="${url}" alt="Roof"></p>` })
    expect(page.data.content).toContain(url)
    const row = await app.db.selectFrom('manual_pages').select('content').executeTakeFirstOrThrow()
    expect(row.content).toContain(`src="${new URL(url).pathname}"`)
  })

  it('refuses with the true reason, in words that an editor finds, and stores nothing', async () => {
    const whole = new Uint8Array(await (await aPicture({ width: 300 })).arrayBuffer())
    const photo = await aPhoto().jpeg().toBuffer()
    const webp = new Uint8Array(await aPhoto().webp().toBuffer())
    const many = new Uint8Array(photo)
    many.set([0xea, 0x60, 0xea, 0x60], photo.indexOf(Buffer.from([0xff, 0xc0])) + 5)
    const only = 'Upload valid image. Only JPG, JPEG or PNG are allowed.'
    const damaged = 'This picture is damaged. Part of it is missing.'
    for (const [content, status, message] of [
      ['<svg xmlns="http://www.w3.org/2000/svg"/>', 415, only],
      [webp, 415, `${only} This is a WebP picture. Open it in a picture program and save it as JPEG.`],
      [whole.slice(0, whole.length / 2), 415, damaged],
      [new Uint8Array(photo.subarray(0, -20)), 415, damaged],
      [many, 413, 'This picture has too many pixels: 60000x60000. At most 50 megapixels are allowed.'],
      [
        new Uint8Array(10 * 1024 * 1024 + 1).fill(1).with(0, 0xff).with(1, 0xd8).with(2, 0xff),
        413,
        'File size should not be more than 10 MB',
      ],
    ] as const) {
      const refusal = await app.refusal(manualPages.upload, formOf({ image: new File([content], 'x.png') }))
      expect([refusal.status, refusal.message, refusal.error]).toEqual([status, message, { message }])
      expect(refusal.errors).toEqual({ image: [message] })
    }
    expect(await stored()).toEqual([])
  })

  it('takes what every viewer opens', async () => {
    const photo = await aPhoto().jpeg().toBuffer()
    const image = new File([new Uint8Array(photo.subarray(0, -2))], 'phone.jpg')
    expect((await app.call(manualPages.upload, formOf({ image }))).url).toMatch(/\.jpg$/)
  })
})

describe('admin/manuals_pages/fetch_picture', () => {
  const url = 'https://pictures.example/heater.png'
  const fetched = async (bytes: Uint8Array) => {
    await app.close()
    app = await buildTestApp({}, { fetchPicture: async () => bytes })
  }

  it('keeps a copy of a picture on another server', async () => {
    await fetched(new Uint8Array(await (await aPicture({ width: 300 })).arrayBuffer()))
    const { url: own } = await app.call(manualPages.fetch, { url })
    expect(own).toMatch(/\/files\/manual-pages\/[\w-]+\.png$/)
    expect((await app.app.inject(new URL(own).pathname)).statusCode).toBe(200)
  })

  it.each([
    ['is no picture', url, () => Promise.resolve(new TextEncoder().encode('<html></html>'))],
    ['cannot be reached', url, () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:80'))],
    ['has no address', 'file:///etc/passwd', () => Promise.reject(new Error('never asked'))],
  ])('says in the same words when it %s', async (_, url, fetchPicture) => {
    await app.close()
    app = await buildTestApp({}, { fetchPicture })
    const refusal = await app.refusal(manualPages.fetch, { url })
    expect([refusal.status, refusal.message]).toEqual([422, NO_PICTURE_THERE])
  })

  it('fetches four at once while others wait, and says when to come again where too many do', async () => {
    await app.close()
    const running: (() => void)[] = []
    let most = 0
    const fetchPicture = async () => {
      await new Promise<void>((end) => (most = Math.max(most, running.push(end))))
      throw new Error('the server answered 404')
    }
    app = await buildTestApp({}, { fetchPicture })
    let [refused, answered] = [0, false]
    const ask = async () => {
      const answer = await app.send(manualPages.fetch, { url })
      if (answer.statusCode === 503) refused += 1
      return answer
    }
    const asked = Promise.all(Array.from({ length: 70 }, ask))
    void asked.finally(() => (answered = true))
    await waitFor(() => expect(refused).toBe(6))
    while (!answered) {
      for (const end of running.splice(0)) end()
      await new Promise((soon) => setTimeout(soon, 5))
    }
    const answers = await asked
    const busy = answers.filter(({ statusCode }) => statusCode === 503)
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(64)
    expect([most, busy[0]?.headers['retry-after']]).toEqual([4, '2'])
  })
})
