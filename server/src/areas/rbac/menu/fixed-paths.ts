import { withoutEnd } from '@assoc/contract/core/characters'

/**
 * The fixed routes of the console and their views. A menu entry on such a path leads to the fixed page,
 * so it cannot name another view. `:name` stands for one segment, `:name?` for one that may be missing.
 */
const FIXED_PATHS: Readonly<Record<string, string>> = {
  '/': 'host/HomePage',
  '/personalCenter': 'rbac/PersonalCenter',
  '/temporary': 'rbac/Temporary',
  '/submissionCategory': 'article/SubmissionCategory',
  '/expertManage': 'expert/ExpertManage',
  '/writingArticles/expertManage': 'expert/EssayExpertManage',
  '/expertScore': 'expert/ExpertScore',
  '/expertScoreFirst': 'expert/ExpertScoreFirst',
  '/submissionDetails/index': 'article/TopicDetail',
  '/submissionDetails/viewDetails': 'article/MySubmissionDetail',
  '/QueryRegistration/:registerID?': 'meeting/QueryRegistration',
  '/mettingConferenceRegistration/:meetID/:meetingName': 'meeting/ConferenceRegistration',
  '/editMeeting/:meetID': 'meeting/EditMeeting',
  '/declarationManagement/log-manage': 'expert/DeclareLog',
  '/signInTable': 'meeting/SignInTable',
  '/myMeeting': 'meeting/MyMeeting',
  '/declarationManagement/manageDetails': 'expert/ManageDetails',
  '/manageScoringP': 'expert/ManageScoringP',
  '/manageScoringP1': 'expert/ManageScoringP1',
  '/userAuthenticationList': 'rbac/UserAuthenticationList',
  '/meetingRoom/scheduleMeeting/reserveHistory': 'meeting/ReserveHistory',
  '/enterprise/registrationAudit': 'member/DirectorUserAudit',
  '/soleManager/registrationAudit': 'member/EnterpriseUserAudit',
  '/soleManager/demandAudit': 'member/DemandAudit',
  '/soleManager/demandDetail': 'member/DemandDetail',
  '/soleManager/probationAudit': 'member/ProbationAudit',
  '/soleManager/changeMsg': 'member/ChangeMsg',
  '/directorDetail': 'expert/DirectorDetail',
  '/myQuestionnaire/directorDetail': 'expert/DirectorDetail',
  '/manageSecond/directorDetail': 'expert/DirectorDetail',
  '/formManage/directorDetail': 'expert/DirectorDetail',
  '/formManage/evaluateList': 'expert/FormEvaluateList',
  '/myQuestionnaire/evaluateList': 'expert/MyEvaluateList',
  '/formManage/expertManagementForm': 'expert/ExpertManagementForm',
  '/manageSecond/manageDetails': 'expert/ManageDetails',
  '/formManage/evaluate/manageDetails': 'expert/ManageDetails',
  '/reportUserList': 'member/ReportUserList',
  '/userTypeManage/:typeId': 'rbac/UserTypeManage',
  '/textMessageManagement/writeText': 'member/WriteText',
  '/emailManagement/writeEmail': 'member/WriteEmail',
  '/login': 'host/Login',
  '/register': 'host/Register',
  '/generateList': 'meeting/GenerateList',
  '/signin/:meeting_id?/:sign_code?': 'meeting/SignIn',
  '/success': 'host/Success',
  '/editForm': 'expert/EditForm',
  '/editFormTable': 'expert/EditFormTable',
  '/preview': 'expert/FormPreview',
  '/previewTable': 'expert/FormTablePreview',
  '/meetingDetails': 'meeting/MeetingDetails',
  '/writingArticlesUser/index': 'article/EssayPortal',
  '/articleDetails': 'article/ArticleDetails',
  '/myDetails': 'article/MyDetails',
  '/companyDetail': 'member/CompanyDetail',
  '/memberMall/homePage': 'mall/MallHome',
  '/publishProduct': 'mall/PublishProduct',
  '/commodityManagement': 'mall/CommodityManagement',
  '/orderManagement': 'mall/OrderManagement',
  '/myShop': 'mall/MyShop',
  '/merchantRegistration': 'mall/MerchantRegistration',
  '/taskManage': 'oa/TaskManage',
  '/taskLog': 'oa/TaskLog',
}

const patterns = Object.entries(FIXED_PATHS).map(([path, menuLink]) => ({ parts: path.split('/'), menuLink }))

/** Whether a path has these parts: `:name` stands for any, `:name?` also for none at the end. */
function fits(parts: readonly string[], path: string): boolean {
  const given = path.split('/')
  return given.length <= parts.length && parts.every((part, i) => (given[i] === undefined ? part.endsWith('?') : part.startsWith(':') ? given[i] !== '' : given[i] === part))
}

/** The view of the fixed page on a path; undefined when no fixed page stands there. */
export const fixedLinkOf = (path: string): string | undefined => {
  const bare = path.length > 1 ? withoutEnd(path, '/') : path
  return patterns.find((p) => fits(p.parts, bare))?.menuLink
}
