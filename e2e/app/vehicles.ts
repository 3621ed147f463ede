import {
  addChecklist,
  addMaintenanceItem,
  addRv,
  deleteRv,
  editRv,
  getWarranty,
  listDealersNear,
  type MaintenanceItem,
  type Model,
  type Rv,
  setMaintenanceDone,
} from './client.ts'
import type { Store } from './store.ts'

/** What a person chooses from: models of this type and year. */
export const modelsFor = (store: Store, rvType: string, year: string) =>
  store.all('models').filter((model) => model.rv_type === rvType && model.year_name === year)

/** Adds an RV; of a full VIN the server takes the serial number. */
export async function addVehicle(store: Store, { _id: model, cat_id, year_id }: Model, vin: string) {
  const { data } = await addRv({ category: cat_id._id, year: year_id._id, model, vin })
  await store.sync()
  return data
}

/** With the version that the owner has seen, so that nobody's change is lost: 409 has what is there now. */
export async function correctSerial(store: Store, { _id, category, year, model, version }: Rv, serial_no: string) {
  const chosen = { category: category._id, year: year._id, model: model._id }
  await editRv({ rv_id: _id, ...chosen, serial_no, version })
  await store.sync()
}

export async function removeVehicle(store: Store, { _id, version }: Rv) {
  await deleteRv({ rv_id: _id, version })
  await store.sync()
}

/** Until when the warranty of an RV lasts, or undefined. */
export async function warrantyEnd({ _id }: Rv) {
  return (await getWarranty({ rv_id: _id })).data.warranty[0]?.WarrantyExpire
}

export async function noteChecklist(store: Store, name: string, note: string) {
  await addChecklist({ name, note })
  await store.sync()
}

export async function remindOf(store: Store, item_name: string, due_date: string, note: string) {
  const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions()
  await addMaintenanceItem({ reminder_name: item_name, item_name, due_date, note, time_zone })
  await store.sync()
}

export async function finish(store: Store, { _id, version }: MaintenanceItem) {
  await setMaintenanceDone({ maintenance_id: _id, version, done: true })
  await store.sync()
}

/** Where to have it repaired, the nearest first. */
export const serviceNear = async (latitude: number, longitude: number, miles: number) =>
  (await listDealersNear({ latitude, longitude, miles, type: 'service' })).data
