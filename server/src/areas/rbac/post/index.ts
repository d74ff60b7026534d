import * as calls from '@assoc/contract/rbac/org'
import { defineEntity } from '../../../platform/access/entities'
import { refuse } from '../../../platform/errors'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import * as repository from './repository'
import { postSeed } from './seed'
import * as service from './service'

defineEntity({
  name: 'post',
  table: 'post',
  idColumn: 'post_id',
  constraints: { post_code_unique: () => refuse.field('postCode', '该岗位编码已被使用') },
})

export const post: ServerModule = {
  bindings: [
    handle(calls.getPostList, ({ db, input }) => repository.listPosts(db, input)),
    handle(calls.insertPost, service.insertPost),
    handle(calls.updatePost, service.updatePost),
    handle(calls.deletePost, service.deletePost),
  ],
  seeds: [postSeed],
}
