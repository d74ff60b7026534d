import { grantRole, seedMenus, type Seed } from '../../../platform/seed'

/** The screen's place in the menu, and who gets it in a new installation. */
export const __entity__Menu: Seed = {
  name: '__area__.__entity__.menu',
  order: 90,
  async run(db) {
    await seedMenus(
      db,
      [
__menuRows__
      ],
      ['__role__'],
    )
    await grantRole(db, '__role__', ['__grant__'], { __area__: '__scope__' })
  },
}
