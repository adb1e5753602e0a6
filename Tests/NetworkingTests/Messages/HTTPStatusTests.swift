import Networking
import Testing

struct HTTPStatusTests {
    @Test(
        "the kind of a status",
        arguments: [
            (100, HTTPStatus.Kind.informational), (199, .informational), (200, .successful), (299, .successful),
            (300, .redirection), (399, .redirection), (400, .clientError), (499, .clientError), (500, .serverError),
            (599, .serverError), (600, .serverError), (999, .serverError),
        ]
    )
    func kind(code: Int, kind: HTTPStatus.Kind) throws {
        let status = try #require(HTTPStatus(code))
        #expect(status.code == code)
        #expect(status.kind == kind)
        #expect(status.description == String(code))
    }

    @Test("what is no status", arguments: [Int.min, -200, -1, 0, 99, 1_000, Int.max])
    func refused(_ code: Int) {
        #expect(HTTPStatus(code) == nil)
    }

    @Test(
        "known statuses",
        arguments: [
            (HTTPStatus.ok, 200), (.created, 201), (.noContent, 204), (.badRequest, 400), (.unauthorized, 401),
            (.forbidden, 403), (.notFound, 404), (.conflict, 409), (.unprocessableContent, 422),
            (.tooManyRequests, 429),
            (.internalServerError, 500), (.serviceUnavailable, 503),
        ]
    )
    func known(status: HTTPStatus, code: Int) {
        #expect(HTTPStatus(code) == status)
    }
}
