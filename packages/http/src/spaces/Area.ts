import { Layer } from "effect"
import * as Group from "../foundation/endpoint/Group.ts"
import { AccessApi } from "./access-report/AccessApi.ts"
import { ChangeRequestsApi } from "./change-request/ChangeRequestsApi.ts"
import { CollectionsApi } from "./collection/CollectionsApi.ts"
import { ChangeRequestContentApi } from "./content/ChangeRequestContentApi.ts"
import { ContentApi } from "./content/ContentApi.ts"
import { ContentLookupsApi } from "./content/ContentLookupsApi.ts"
import { CustomFieldsApi } from "./custom-field/CustomFieldsApi.ts"
import { ExportsApi } from "./export/ExportsApi.ts"
import * as FilesHttp from "./file/FilesHttp.ts"
import { ImportsApi } from "./import/ImportsApi.ts"
import { LinksApi } from "./link/LinksApi.ts"
import * as PdfFilesHttp from "./pdf/PdfFilesHttp.ts"
import { PdfsApi } from "./pdf/PdfsApi.ts"
import { RevisionsApi } from "./revision/RevisionsApi.ts"
import { SearchApi } from "./search/SearchApi.ts"
import { SearchSynonymsApi } from "./search/SearchSynonymsApi.ts"
import { SpacesApi } from "./space/SpacesApi.ts"
import { UploadsApi } from "./upload/UploadsApi.ts"

/** The endpoints of this area: spaces, collections, change requests and their content. */
export const groups = [
  CollectionsApi,
  SpacesApi,
  PdfsApi,
  ExportsApi,
  CustomFieldsApi,
  ContentApi,
  SearchApi,
  SearchSynonymsApi,
  RevisionsApi,
  ChangeRequestsApi,
  ChangeRequestContentApi,
  LinksApi,
  AccessApi,
  ContentLookupsApi,
  UploadsApi,
  ImportsApi
] as const

/** Their handlers. */
export const layer = Group.layers(groups)

/** Routes outside of `/v1`. */
export const routes = Layer.mergeAll(FilesHttp.layer, PdfFilesHttp.layer)
