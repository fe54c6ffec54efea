"""Site rules of streaming services of Asia, where a title is often beside words of the language."""

from __future__ import annotations

from epicrec_desktop.matching.sites.model import Site, Undated, film_page, site
from epicrec_desktop.matching.sites.streaming import LOCALE, WATCH_HEAD, shown

ASIAN: tuple[Site, ...] = (
    site(
        "v.qq.com iqiyi.com youku.com bilibili.com mgtv.com",
        film_page(
            "service-cn",
            r"/(?:x/(?:cover|m/play)|v_|v_show/|video\?|bangumi/play/|b/)",
            site="腾讯视频|爱奇艺|优酷|哔哩哔哩|bilibili.*|芒果tv",
            tails=r"[-–_\s]*(?:电影|高清|在线观看|全集|完整).*",
            never="电视剧|第.{1,4}[集季话]|番剧|综艺|动漫|纪录片|少儿|预告|片段|解说",
            undated=Undated.CAREFUL,
            bilingual=True,
            mixed=True,
        ),
    ),
    site(
        "watcha.com tving.com wavve.com coupangplay.com",
        film_page(  # a series has another letter in its number
            "service-kr",
            r"/(?:contents/m|movie/player/m|player/movie|titles/)",
            site=r"왓챠|tving|티빙|웨이브(?:\(wavve\))?|wavve|쿠팡플레이",
            undated=Undated.CAREFUL,
            mixed=True,
        ),
    ),
    site(
        "video.unext.jp abema.tv hulu.jp animestore.docomo.ne.jp",
        film_page(
            "service-jp",
            r"/(?:title/|play/sid|video/title/|watch/|animestore/)",
            site=r"u-next.*|abema|hulu(?:\(フールー\))?|dアニメストア|.*を見るなら",
            heads="劇場版",
            tails=r"\((?:洋画|邦画|アニメ) / \d{4}\).*|[-–|\s]*(?:動画(?:配信)?|映画)",
            never="ドラマ|アニメ / |第.{1,4}[話期]|シーズン",
            undated=Undated.CAREFUL,
            bilingual=True,
            mixed=True,
        ),
    ),
    site(
        "shahid.mbc.net",
        film_page(
            "service-ar",
            r"/[a-z]{2}/movies/",
            site="shahid|شاهد",
            heads=rf"{WATCH_HEAD}|مشاهدة فيلم|فيلم",
            tails="movie",
            undated=Undated.SERVICE,
        ),
    ),
    site(
        "sonyliv.com jiocinema.com zee5.com",
        shown(
            "service-in",
            rf"{LOCALE}movies/(?:details/)?(?P<slug>[^/?#]+)",
            "sonyliv|jiocinema|zee5",
            tails=r"(?:- )?(?:watch )?(?:full )?(?:hd )?movie\b.*",
        ),
    ),
)
